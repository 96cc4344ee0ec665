import { type TerraformProvider, TerraformStack, Testing } from "cdktf";
import { Group, Identity, PlatformProvider, Repo, Role } from "../../../constructs/cdktf";
import { ORGANIZATION, synthesized } from "./synthesis";

interface Made {
  readonly one: TerraformStack;
  readonly two: TerraformStack;
  readonly group: Group;
  readonly identity: Identity;
  readonly provider: TerraformProvider;
}

/** An app whose second stack has the provider. */
function made(alias?: string): Made {
  const app = Testing.app();
  const [one, two] = [new TerraformStack(app, "one"), new TerraformStack(app, "two")];
  new PlatformProvider(one, "platform");
  const provider = new PlatformProvider(two, "platform", alias === undefined ? {} : { alias });
  const group = new Group(one, "group", { parent: Group.fromUid(one, "top", ORGANIZATION), name: "group" });
  const identity = Identity.githubActions(one, "identity", { group, repository: "octo-org/app" });
  return { one, two, group, identity, provider };
}

const problem =
  "provider must belong to the stack one, but two/platform belongs to the stack two. Create a PlatformProvider in one, " +
  "or pass a scope in two";

describe.each([undefined, "other"])("a provider of another stack, with the alias %s", (alias) => {
  it.each<[string, string, (made: Made) => void]>([
    ["a resource", "one/x", ({ one, group, provider }) => new Repo(one, "x", { group, name: "x", provider })],
    ["a grant", "one/group", ({ group, identity, provider }) => group.grant(identity, Role.viewer, { provider })],
    ["a lookup", "one/x", ({ one, provider }) => Group.fromLookup(one, "x", { name: "x", provider })],
    ["Group.fromUid", "one/x", ({ one, provider }) => Group.fromUid(one, "x", ORGANIZATION, { provider })],
    ["a built-in role", "one", ({ one, provider }) => Role.viewer.uidIn(one, { provider })],
    ["importFrom", "one/group", ({ group, provider }) => group.importFrom(ORGANIZATION, provider)],
    [
      "generateConfigForImport",
      "one/x",
      ({ one, provider }) => Group.generateConfigForImport(one, "x", ORGANIZATION, provider),
    ],
  ])("is rejected by %s", (_, path, build) => {
    const there = made(alias);
    expect(() => build(there)).toThrow(`[${path}] ${problem}`);
  });

  it("is rejected if it is set after construction", () => {
    const { one, group, provider } = made(alias);
    group.provider = provider;
    expect(() => synthesized(one)).toThrow(`[one/group] ${problem}`);
  });

  it("is accepted by a grant with a scope of that stack", () => {
    const { two, group, identity, provider } = made(alias);
    const { binding } = group.grant(identity, Role.viewer, { scope: two, provider });
    expect(TerraformStack.of(binding)).toBe(two);
  });
});
