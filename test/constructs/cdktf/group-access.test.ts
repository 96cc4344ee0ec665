// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { Aspects, type TerraformStack } from "cdktf";
import {
  bindings,
  ForbidRole,
  Group,
  GroupAccess,
  Identity,
  MaxBindings,
  NoDirectOwners,
  Role,
  RoleBinding,
} from "../../../constructs/cdktf";
import { ORGANIZATION, resourcesOf, stackOf, synthesized } from "./synthesis";

function made(stack: TerraformStack) {
  const organization = Group.fromUid(stack, "organization", ORGANIZATION);
  const group = new Group(stack, "team", { parent: organization, name: "team" });
  const ci = Identity.githubActions(stack, "ci", { group, repository: "octo-org/app" });
  const lister = new Role(stack, "lister", { group, name: "lister", capabilities: ["repo.list"] });
  return { organization, group, ci, lister };
}

const problemsOf = (build: (stack: TerraformStack) => void): string => {
  try {
    synthesized(stackOf(build));
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

it("writes the group and the grants as uids", () => {
  const { platform_group_access } = resourcesOf((stack) => {
    const { group, ci, lister } = made(stack);
    const grants = [
      { identity: ci, role: lister },
      { identity: ci, role: Role.viewer },
    ];
    const access = new GroupAccess(stack, "access", { group, grants });
    expect(access.group).toBe(group);
  });
  expect(platform_group_access.access).toMatchObject({
    group_uid: "${platform_group.team.uid}",
    grants: [
      { identity_uid: "${platform_identity.ci.uid}", role_uid: "${platform_role.lister.uid}" },
      { identity_uid: "${platform_identity.ci.uid}", role_uid: expect.stringContaining("data.platform_role.") },
    ],
  });
});

it.each<[string, string, (stack: TerraformStack) => void]>([
  [
    "a repeated grant",
    "[access/x] grants[1] is a duplicate of grants[0]; remove one",
    (stack) => {
      const { group, ci } = made(stack);
      const grant = { identity: ci, role: Role.viewer };
      new GroupAccess(stack, "x", { group, grants: [grant, { ...grant }] });
    },
  ],
  [
    "no grants",
    "[access/x] grants must have at least 1 element",
    (stack) => new GroupAccess(stack, "x", { group: made(stack).group, grants: [] }),
  ],
  [
    "grants that are no array",
    "[access/x] grants must be an array of { identity, role }",
    (stack) => new GroupAccess(stack, "x", { group: made(stack).group } as never),
  ],
  [
    "another construct as the identity",
    "[access/x] grants[0].identity must be an identity",
    (stack) => {
      const { group } = made(stack);
      new GroupAccess(stack, "x", { group, grants: [{ identity: group, role: Role.viewer } as never] });
    },
  ],
  [
    "a misspelled property",
    '[access/x] "rolle" is not a property of GroupAccess.grants[0]',
    (stack) => {
      const { group, ci } = made(stack);
      new GroupAccess(stack, "x", { group, grants: [{ identity: ci, role: Role.viewer, rolle: 1 } as never] });
    },
  ],
  [
    "a role binding in the group",
    "[access/x] manages all role bindings of its group, and so conflicts with access/team/ci-viewer",
    (stack) => {
      const { group, ci } = made(stack);
      group.grant(ci, Role.viewer);
      new GroupAccess(stack, "x", { group, grants: [{ identity: ci, role: Role.editor }] });
    },
  ],
  [
    "a generated role binding in the group",
    "[access/x] manages all role bindings of its group, and so conflicts with access/generated",
    (stack) => {
      const { group, ci } = made(stack);
      const roleUid = Role.viewer.uidIn(stack);
      new bindings.roleBinding.RoleBinding(stack, "generated", { groupUid: group.uid, identityUid: ci.uid, roleUid });
      new GroupAccess(stack, "x", { group, grants: [{ identity: ci, role: Role.editor }] });
    },
  ],
  [
    "a second one of the group",
    "[access/y] manages the same group as access/x: keep one, with the grants of both",
    (stack) => {
      const { group, ci } = made(stack);
      for (const id of ["x", "y"]) new GroupAccess(stack, id, { group, grants: [{ identity: ci, role: Role.viewer }] });
    },
  ],
])("rejects %s", (_title, message, build) => {
  expect(problemsOf(build)).toContain(message);
});

it("accepts role bindings in other groups", () => {
  const problems = problemsOf((stack) => {
    const { group, ci, organization } = made(stack);
    new RoleBinding(stack, "outer", { group: organization, identity: ci, role: Role.viewer });
    new GroupAccess(stack, "x", { group, grants: [{ identity: ci, role: Role.viewer }] });
  });
  expect(problems).toBe("");
});

it("is subject to policies, which count each grant as a role binding", () => {
  const problems = problemsOf((stack) => {
    const { organization, ci, lister } = made(stack);
    const grants = [
      { identity: ci, role: Role.owner },
      { identity: ci, role: lister },
    ];
    new GroupAccess(stack, "x", { group: organization, grants });
    for (const policy of [new ForbidRole("lister"), new NoDirectOwners(), new MaxBindings(1)])
      Aspects.of(stack).add(policy);
  });
  expect(problems).toContain("ForbidRole: access/x grants the role lister");
  expect(problems).toContain("NoDirectOwners: access/x grants the role owner in an organization");
  expect(problems).toContain("MaxBindings: access has 2 role bindings; at most 1 are allowed");
});
