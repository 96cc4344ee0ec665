import { type App, TerraformStack, Testing } from "cdktf";
import { Group, Identity, PlatformProvider, Role } from "../../../constructs/cdktf";
import { ORGANIZATION } from "./synthesis";

const UID = `${ORGANIZATION}/${"b".repeat(16)}`;
const repository = "octo-org/app";

function stacksOf(names: readonly string[], baseUrl?: string): [App, ...TerraformStack[]] {
  const app = Testing.app();
  const stacks = names.map((name, index) => {
    const stack = new TerraformStack(app, name);
    new PlatformProvider(stack, "platform", index > 0 && baseUrl ? { baseUrl } : {});
    return stack;
  });
  return [app, ...stacks];
}

const teamIn = (stack: TerraformStack) =>
  new Group(stack, "team", { parent: Group.fromUid(stack, "organization", ORGANIZATION), name: "team" });

describe("dependency cycles between stacks", () => {
  it.each([
    ["here", "there"],
    ["there", "here"],
  ])("are reported with their grants, and resolved by the scope option: %s before %s", (...names) => {
    const [app, ...stacks] = stacksOf(names);
    const [here, there] = ["here", "there"].map((name) => stacks[names.indexOf(name)]!);
    const team = teamIn(here!);
    team.grant(Identity.githubActions(there!, "ci", { group: team, repository }), Role.viewer);
    expect(() => app.synth()).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /\[here\/team\/there\.ci-viewer\] refers to the stack there\n(.|\n)*Create these grants in the stack there: group\.grant\(identity, role, \{ scope \}\)/,
        ),
      }),
    );
  });

  it("are reported with all the stacks in the cycle", () => {
    const [app, one, two, three] = stacksOf(["one", "two", "three"]);
    const team = teamIn(one!);
    const inner = new Group(two!, "inner", { parent: team, name: "inner" });
    team.grant(Identity.githubActions(three!, "ci", { group: inner, repository }), Role.viewer);
    expect(() => app.synth()).toThrow(
      /\[one\/team\/three\.ci-viewer\] refers to the stack three\n {2}\[three\/ci\] refers to the stack two\n {2}\[two\/inner\] refers to the stack one\n/,
    );
  });

  it("are reported for addDependency too", () => {
    const [app, one, two] = stacksOf(["one", "two"]);
    one!.addDependency(two!);
    Identity.githubActions(two!, "ci", { group: teamIn(one!), repository });
    expect(() => app.synth()).toThrow(
      /\[one\] addDependency adds a dependency on the stack two\n {2}\[two\/ci\] refers to the stack one\n {2}Move the referring constructs/,
    );
  });

  it("are not reported for references in one direction", () => {
    const [app, here, there] = stacksOf(["here", "there"]);
    const team = teamIn(here!);
    const ci = Identity.githubActions(there!, "ci", { group: team, repository });
    expect(team.grant(ci, Role.viewer, { scope: ci }).binding.node.path).toBe("there/ci/here.team-there.ci-viewer");
    app.synth();
    expect(there!.dependsOn(here!)).toBe(true);
  });
});

describe("a grant repeated in another stack", () => {
  it.each<[string, (here: TerraformStack, there: TerraformStack) => void]>([
    [
      "[there/organization/ci-viewer] duplicates here/organization/ci-viewer: it grants the same role",
      (...stacks) => {
        for (const stack of stacks)
          Group.fromUid(stack, "organization", ORGANIZATION).grant(Identity.fromUid(stack, "ci", UID), Role.viewer);
      },
    ],
    [
      "[there/here.team-ci-viewer] duplicates here/team/ci-viewer: it grants the same role",
      (here, there) => {
        const team = teamIn(here);
        const ci = Identity.githubActions(here, "ci", { group: team, repository });
        for (const scope of [undefined, there]) team.grant(ci, Role.viewer, { ...(scope && { scope }) });
      },
    ],
    [
      "[there/again/again-ci-role] duplicates here/team/ci-role: it grants the same role",
      (here, there) => {
        const team = teamIn(here);
        const ci = Identity.githubActions(here, "ci", { group: team, repository });
        const role = new Role(here, "role", { group: team, name: "role", capabilities: ["repo.list"] });
        team.grant(ci, role);
        Group.fromUid(there, "again", team.uid).grant(
          Identity.fromUid(there, "again-ci", ci.uid),
          Role.fromUid(there, "role", role.uid),
        );
      },
    ],
  ])("is rejected: %s", (message, build) => {
    const [app, here, there] = stacksOf(["here", "there"]);
    build(here!, there!);
    expect(() => app.synth()).toThrow(message);
  });

  it("is accepted if the other stack's platform differs", () => {
    const [app, ...stacks] = stacksOf(["here", "there"], "https://other.example.com");
    for (const stack of stacks)
      Group.fromUid(stack, "organization", ORGANIZATION).grant(Identity.fromUid(stack, "ci", UID), Role.viewer);
    app.synth();
  });
});
