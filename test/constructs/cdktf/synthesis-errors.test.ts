import { TerraformStack, Testing } from "cdktf";
import { bindings, Group, Identity, PlatformProvider, Repo, Role, RoleBinding } from "../../../constructs/cdktf";
import { ORGANIZATION, resourcesOf, stackOf, synthesized } from "./synthesis";

function made(stack: TerraformStack) {
  const organization = Group.fromUid(stack, "organization", ORGANIZATION);
  const group = new Group(stack, "team", { parent: organization, name: "team" });
  const sibling = new Group(stack, "sibling", { parent: organization, name: "sibling" });
  const ci = Identity.githubActions(stack, "ci", { group, repository: "octo-org/app" });
  return { group, sibling, ci };
}

const generated = (stack: TerraformStack, id: string, group: Group, identity: Identity, roleUid: string) =>
  new bindings.roleBinding.RoleBinding(stack, id, { groupUid: group.uid, identityUid: identity.uid, roleUid });

describe("a grant that the program makes twice is rejected", () => {
  it("with a built-in role that is looked up by name", () => {
    const build = (stack: TerraformStack) => {
      const { group, ci } = made(stack);
      group.grant(ci, Role.viewer);
      group.grant(ci, Role.fromLookup(stack, "v", { name: "viewer" }));
    };
    expect(() => resourcesOf(build)).toThrow(
      "[access/team/ci-v] duplicates access/team/ci-viewer: it grants the same role",
    );
  });

  it.each([false, true])("with a generated class; the grant comes first: %s", (isFirst) => {
    const build = (stack: TerraformStack) => {
      const { group, ci } = made(stack);
      const role = new Role(stack, "lister", { group, name: "lister", capabilities: ["repo.list"] });
      if (isFirst) group.grant(ci, role);
      generated(stack, "generated", group, ci, role.uid);
      if (!isFirst) group.grant(ci, role);
    };
    expect(() => resourcesOf(build)).toThrow(
      "[access/team/ci-lister] duplicates access/generated: it grants the same role",
    );
  });

  it("but not with a role of the same name in a group, nor another role of a generated class", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const { group, ci } = made(stack);
      group.grant(ci, Role.viewer);
      group.grant(ci, Role.fromLookup(stack, "v", { name: "viewer", group }));
      generated(stack, "generated", group, ci, Role.editor.uidIn(stack));
    });
    expect(Object.keys(platform_role_binding)).toHaveLength(3);
  });
});

describe("a role set after construction", () => {
  it("is rejected if it is of a sibling group", () => {
    const build = (stack: TerraformStack) => {
      const { group, sibling, ci } = made(stack);
      const role = new Role(stack, "lister", { group: sibling, name: "lister", capabilities: ["repo.list"] });
      const binding = new RoleBinding(stack, "binding", { group, identity: ci, role: Role.viewer });
      binding.roleUid = role.uid;
    };
    expect(() => resourcesOf(build)).toThrow(
      "[access/binding] role must be a built-in role, or belong to the group access/team or one of its ancestors",
    );
  });

  it("is accepted if it is of the group that is set too", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const { group, sibling, ci } = made(stack);
      const role = new Role(stack, "lister", { group: sibling, name: "lister", capabilities: ["repo.list"] });
      const binding = new RoleBinding(stack, "binding", { group, identity: ci, role: Role.viewer });
      binding.roleUid = role.uid;
      binding.groupUid = sibling.uid;
    });
    expect(Object.keys(platform_role_binding)).toEqual(["binding"]);
  });
});

describe("synthesis rejects", () => {
  it.each(["acme/team/app", `${ORGANIZATION}/${"b".repeat(16)}`])("two constructs that import %s", (id) => {
    const build = (stack: TerraformStack) => {
      const { group } = made(stack);
      for (const each of ["one", "two"]) new Repo(stack, each, { group, name: "app" }).importFrom(id);
    };
    expect(() => resourcesOf(build)).toThrow("[access/two] the id of importFrom is also imported by access/one");
  });

  it("a timeout that is not a duration", () => {
    const build = (stack: TerraformStack) =>
      new Repo(stack, "app", { group: made(stack).group, name: "app", timeouts: { create: "5 minutes" } });
    expect(() => resourcesOf(build)).toThrow(
      '[access/app] timeouts.create must be a duration such as 30s, 5m or 1h30m, from 1ms to 24h; got "5 minutes"',
    );
  });

  it("two default providers in a stack, and two with one alias", () => {
    const twice = (alias?: string) => () => {
      const stack = new TerraformStack(Testing.app(), "access");
      for (const id of ["one", "two"]) new PlatformProvider(stack, id, alias === undefined ? {} : { alias });
      return synthesized(stack);
    };
    expect(twice()).toThrow("[access/two] alias is required: the default provider of this stack is access/one");
    expect(twice("other")).toThrow('[access/two] alias "other" is already used by access/one');
  });

  it("an unknown value of a provider's setting", () => {
    const build = () =>
      synthesized(stackOf((stack) => new PlatformProvider(stack, "x", { alias: "x", refresh: "bulky" })));
    expect(build).toThrow('[access/x] refresh must be one of bulk, direct; got the string "bulky"');
  });

  it("an element of dependsOn that is not a resource", () => {
    const build = (stack: TerraformStack) => {
      const { group } = made(stack);
      new Repo(stack, "app", { group, name: "app", dependsOn: [group, "foo"] as never });
    };
    expect(() => resourcesOf(build)).toThrow(
      '[access/app] dependsOn[1] must be a resource or data source; got the string "foo"',
    );
  });
});
