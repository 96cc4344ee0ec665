import { TerraformStack, Testing } from "cdktf";
import { PlatformProvider } from "../../../constructs/cdktf";

export const ORGANIZATION = "a".repeat(40);

/** A stack with our provider, to which a test adds what it is about. */
export function stackOf(build: (stack: TerraformStack) => void, name = "access"): TerraformStack {
  const stack = new TerraformStack(Testing.app(), name);
  new PlatformProvider(stack, "platform");
  build(stack);
  return stack;
}

/** The synthesized stack: `resource.platform_group.dev` and so on, without CDKTF's notes. Runs all validations. */
// biome-ignore lint/suspicious/noExplicitAny: the stack's JSON has no type
export const synthesized = (stack: TerraformStack): any => JSON.parse(Testing.synth(stack, true));

export const resourcesOf = (build: (stack: TerraformStack) => void) => synthesized(stackOf(build)).resource;
