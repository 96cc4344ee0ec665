// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { TerraformCount, TerraformIterator, type TerraformStack } from "cdktf";
import {
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  type IGroup,
  PlatformProvider,
  Role,
  RoleBinding,
} from "../../../constructs/cdktf";
import { groupWithIdentity, ORGANIZATION, repository, resourcesOf, stackOf, uid } from "./synthesis";

describe("synthesis rejects what the platform would reject:", () => {
  const elsewhere = (stack: TerraformStack, group: IGroup) =>
    new Role(stack, "theirs", { group, name: "theirs", capabilities: ["repo.list"] });

  it.each<[string, (stack: TerraformStack) => void]>([
    [
      "[access/again] duplicates access/team/ci-viewer: it grants the same role to the same identity in the same group; remove one",
      (stack) => {
        const { group, ci } = groupWithIdentity(stack);
        group.grant(ci, Role.viewer);
        new RoleBinding(stack, "again", { group, identity: ci, role: Role.viewer });
      },
    ],
    [
      "[access/team/two-viewer] duplicates access/team/one-viewer: it grants the same role",
      (stack) => {
        const { group } = groupWithIdentity(stack);
        for (const id of ["one", "two"]) group.grant(Identity.fromUid(stack, id, uid("b")), Role.viewer);
      },
    ],
    [
      "[access/team/ci-theirs] role must be a built-in role, or belong to the group access/team or one of its ancestors",
      (stack) => {
        const { organization, group, ci } = groupWithIdentity(stack);
        group.grant(ci, elsewhere(stack, new Group(stack, "sibling", { parent: organization, name: "sibling" })));
      },
    ],
    [
      "[access/organization/ci-theirs] role must be a built-in role",
      (stack) => {
        const { organization, group, ci } = groupWithIdentity(stack);
        organization.grant(ci, elsewhere(stack, group));
      },
    ],
    [
      "[access/sibling/ci-theirs] role must be a built-in role",
      (stack) => {
        const sibling = Group.fromUid(stack, "sibling", uid("b"));
        sibling.grant(groupWithIdentity(stack).ci, Role.fromUid(stack, "theirs", uid("c", uid("d"))));
      },
    ],
    [
      "[access/invite] role must be a built-in role",
      (stack) => {
        const { organization, lister } = groupWithIdentity(stack);
        new GroupInvite(stack, "invite", { group: organization, role: lister, ttl: "1h" });
      },
    ],
    [
      "[access/staff] group must be an organization (root group)",
      (stack) => {
        const { group } = groupWithIdentity(stack);
        const oidc = { issuer: "https://login.example.com", clientId: "x", pkceEnabled: true };
        new IdentityProvider(stack, "staff", { group, name: "staff", defaultRole: Role.viewer, oidc });
      },
    ],
    [
      "[access/organization/ci-viewer] identity must belong to the same organization as the group access/organization",
      (stack) => {
        const organization = Group.fromUid(stack, "organization", ORGANIZATION);
        organization.grant(Identity.fromUid(stack, "ci", uid("b", "e".repeat(40))), Role.viewer);
      },
    ],
    [
      "[access/jobs] uid must be the uid of an identity, not the uid of a group",
      (stack) => Identity.fromUid(stack, "jobs", groupWithIdentity(stack).group.uid),
    ],
    [
      "[access/ci] uid must be the uid of an identity, not the uid of a role",
      (stack) => Identity.fromUid(stack, "ci", "${data.platform_role.x.uid}"),
    ],
  ])("%s", (message, build) => {
    expect(() => resourcesOf(build)).toThrow(message);
  });

  it("rejects an organization's uid as an identity's", () => {
    stackOf((stack) => {
      expect(() => Identity.fromUid(stack, "ci", ORGANIZATION)).toThrow(
        '[access/ci] uid must be the uid of an identity: the uid of its group, "/" and 16 hexadecimal digits',
      );
    });
  });

  it("accepts everything that may be valid", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const { organization, group, ci, lister } = groupWithIdentity(stack);
      const found = Group.fromLookup(stack, "found", { name: "found", descendantsOf: organization });
      const below = Group.fromLookup(stack, "below", { name: "below", parent: group });
      const other = new PlatformProvider(stack, "other", { alias: "other", baseUrl: "https://other.example.com" });
      for (const each of [found, below, new Group(stack, "inner", { parent: below, name: "inner" })])
        each.grant(ci, lister);
      group.grant(ci, Role.fromLookup(stack, "role", { name: "x", group: organization }));
      group.grant(ci, Role.fromUid(stack, "raw", "${var.role}"));
      group.grant(ci, Role.viewer);
      group.grant(ci, Role.viewer, { scope: stack, provider: other });
    });
    expect(Object.keys(platform_role_binding)).toHaveLength(7);
  });
});

describe("iterators", () => {
  it("create several identities, each with its grant", () => {
    const { platform_identity, platform_role_binding } = resourcesOf((stack) => {
      const { group } = groupWithIdentity(stack);
      const names = TerraformIterator.fromList(["red", "blue"]);
      const name = names.value;
      const identities = Identity.githubActions(stack, "each", { group, repository, name, forEach: names });
      const forEach = TerraformIterator.fromResources(identities);
      group.grant(Identity.fromUid(stack, "jobs", forEach.getString("uid")), Role.viewer, { forEach });
    });
    expect(platform_identity.each).toMatchObject({ name: "${each.value}", for_each: '${toset(["red", "blue"])}' });
    expect(Object.values(platform_role_binding)).toMatchObject([
      { for_each: "${platform_identity.each}", identity_uid: "${each.value.uid}" },
    ]);
  });

  it.each<[string, (stack: TerraformStack) => void]>([
    [
      '[access/team] identity is an identity "access/each" with forEach, which represents several resources; iterate over it with TerraformIterator.fromResources, and set forEach and Identity.fromUid(scope, id, iterator.getString("uid"))',
      (stack) => {
        const { group } = groupWithIdentity(stack);
        const forEach = TerraformIterator.fromList(["red"]);
        group.grant(Identity.githubActions(stack, "each", { group, repository, forEach }), Role.viewer);
      },
    ],
    [
      '[access/inner] parent is a group "access/several" with count, which represents several resources',
      (stack) => {
        const several = new Group(stack, "several", { name: "several", count: TerraformCount.of(2) });
        new Group(stack, "inner", { parent: several, name: "inner" });
      },
    ],
  ])("are rejected where one resource is required: %s", (message, build) => {
    expect(() => resourcesOf(build)).toThrow(message);
  });
});
