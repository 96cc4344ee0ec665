import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { bindings, Group, Identity, Repo, Role } from "../../../constructs/cdktf";
import { ORGANIZATION, resourcesOf } from "./synthesis";

const repository = "octo-org/app";
const organization = (scope: Construct) => Group.fromUid(scope, "organization", ORGANIZATION);

/** Returns the problems that the stack's synthesis reports. */
function problems(build: (stack: TerraformStack) => void): string[] {
  try {
    resourcesOf(build);
  } catch (error) {
    return (error as Error).message.split("\n").filter((line) => line.startsWith("  ["));
  }
  return [];
}

const merged = (one: string, other: string, address: string): string =>
  `  [access] ${one} and ${other} have the same logical id, ${address}: CDKTF removes all characters except ` +
  'letters, digits, "_" and "-" from ids and would merge the two; rename one';

describe("synthesis rejects constructs with the same logical id:", () => {
  it.each<[string, (stack: TerraformStack) => void, string]>([
    [
      "resources",
      (stack) => {
        for (const id of ["team.x", "teamx"])
          new Group(stack, id, { parent: organization(new Construct(stack, id + id)), name: id });
      },
      merged("access/team.x", "access/teamx", "platform_group.teamx"),
    ],
    [
      "overridden logical ids",
      (stack) => {
        const group = organization(stack);
        for (const id of ["one", "two"]) new Repo(stack, id, { group, name: id }).overrideLogicalId("same");
      },
      merged("access/one", "access/two", "platform_repo.same"),
    ],
    [
      "lookups",
      (stack) => {
        for (const id of ["a b", "ab"])
          Role.fromLookup(stack, id, { name: id, group: organization(new Construct(stack, id + id)) });
      },
      merged("access/a b-lookup", "access/ab-lookup", "data.platform_role.ab-lookup"),
    ],
    [
      "generated classes beside ours",
      (stack) => {
        new bindings.group.Group(stack, "a.b", { name: "a" });
        new Group(stack, "ab", { name: "b" });
      },
      merged("access/a.b", "access/ab", "platform_group.ab"),
    ],
    [
      "identities, without their grants",
      (stack) => {
        const group = organization(stack);
        for (const id of ["ci.x", "cix"])
          group.grant(Identity.githubActions(stack, id, { group, repository, name: id }), Role.viewer);
      },
      merged("access/ci.x", "access/cix", "platform_identity.cix"),
    ],
  ])("%s", (_, build, problem) => {
    expect(problems(build)).toEqual([problem]);
  });

  it("accepts the same logical id for different types, or for a resource and a lookup", () => {
    const build = (stack: TerraformStack) => {
      const group = organization(stack);
      new Group(stack, "a.b", { parent: group, name: "a" });
      new Repo(stack, "ab", { group, name: "b" });
      new Repo(stack, "a.c-lookup", { group, name: "c" });
      Repo.fromLookup(stack, "ac", { name: "d", group });
      new Group(new Construct(stack, "inner"), "ab", { parent: group, name: "b" });
    };
    expect(problems(build)).toEqual([]);
  });
});
