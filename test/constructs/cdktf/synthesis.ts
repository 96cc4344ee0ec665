import { TerraformStack, Testing } from "cdktf";
import { PlatformProvider } from "../../../constructs/cdktf";

export const ORGANIZATION = "a".repeat(40);

/** Creates a stack with our provider and the elements that `build` adds. */
export function stackOf(build: (stack: TerraformStack) => void, name = "access"): TerraformStack {
  const stack = new TerraformStack(Testing.app(), name);
  new PlatformProvider(stack, "platform");
  build(stack);
  return stack;
}

/**
 * Returns the synthesized stack, such as `resource.platform_group.dev`, without CDKTF's metadata. Runs all validations.
 */
// biome-ignore lint/suspicious/noExplicitAny: the stack's JSON has no type
export const synthesized = (stack: TerraformStack): any => JSON.parse(Testing.synth(stack, true));

export const resourcesOf = (build: (stack: TerraformStack) => void) => synthesized(stackOf(build)).resource;
