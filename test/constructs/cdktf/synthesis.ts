import { TerraformStack, Testing } from "cdktf";
import { Group, Identity, PlatformProvider, Role } from "../../../constructs/cdktf";

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

export const repository = "octo-org/app";
export const uid = (digit: string, above = ORGANIZATION): string => `${above}/${digit.repeat(16)}`;

/** Creates a group with an identity and a role in the program. */
export function groupWithIdentity(stack: TerraformStack) {
  const organization = Group.fromUid(stack, "organization", ORGANIZATION);
  const group = new Group(stack, "team", { parent: organization, name: "team" });
  const ci = Identity.githubActions(stack, "ci", { group, repository });
  const lister = new Role(stack, "lister", { group, name: "lister", capabilities: ["repo.list"] });
  return { organization, group, ci, lister };
}

/** Creates two stacks of one app, each with our provider. */
export function twoStacks(): readonly [TerraformStack, TerraformStack] {
  const app = Testing.app();
  const [here, there] = ["here", "there"].map((name) => {
    const stack = new TerraformStack(app, name);
    new PlatformProvider(stack, "platform");
    return stack;
  });
  return [here!, there!];
}
