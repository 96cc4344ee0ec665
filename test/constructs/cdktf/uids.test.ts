// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of Terraform look like that
import { TerraformStack } from "cdktf";
import {
  AccountAssociation,
  bindings,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  PlatformProvider,
  Repo,
  Role,
  Tag,
} from "../../../constructs/cdktf";
import { invalidUid } from "../../../src/model";
import { ORGANIZATION, resourcesOf } from "./synthesis";

function made(stack: TerraformStack) {
  const organization = Group.fromUid(stack, "organization", ORGANIZATION);
  const group = new Group(stack, "group", { parent: organization, name: "group" });
  const identity = Identity.githubActions(stack, "identity", { group, repository: "octo-org/app" });
  const role = new Role(stack, "role", { group, name: "role", capabilities: ["repo.list"] });
  const repo = new Repo(stack, "repo", { group, name: "repo" });
  return { stack, organization, group, identity, role, repo, binding: group.grant(identity, role).binding };
}
type Made = ReturnType<typeof made>;

describe("a uid property rejects that of another type, whenever it is set:", () => {
  it.each<[string, (made: Made) => void]>([
    [
      "[access/group/identity-role] roleUid must be the uid of a role, not the uid of a group",
      ({ binding, group }) => {
        binding.roleUid = group.uid;
      },
    ],
    [
      "[access/group/identity-role] identityUid must be the uid of an identity, not the uid of a role",
      ({ binding, stack }) => {
        binding.identityUid = Role.viewer.uidIn(stack);
      },
    ],
    [
      '[access/group/identity-role] identityUid must be the uid of an identity: the uid of its group, "/" and 16 hexadecimal digits',
      ({ binding }) => {
        binding.identityUid = ORGANIZATION;
      },
    ],
    [
      "[access/group/identity-role] groupUid must be the uid of a group, not the uid of a repo",
      ({ binding }) => {
        binding.groupUid = "${platform_repo.repo.uid}";
      },
    ],
    [
      `[access/group/identity-role] groupUid ${invalidUid}`,
      ({ binding }) => {
        binding.groupUid = "group";
      },
    ],
    [
      "[access/group] parentUid must be the uid of a group, not the uid of an identity",
      ({ group, identity }) => {
        group.parentUid = identity.uid;
      },
    ],
    [
      "[access/tag] repoUid must be the uid of a repo, not the name of a repo",
      ({ stack, repo }) => {
        new Tag(stack, "tag", { repo, name: "tag", digest: `sha256:${"a".repeat(64)}` }).repoUid = repo.name;
      },
    ],
    [
      "[access/repo] syncConfig.source must be the uid of a repo, not the uid of a group",
      ({ repo, group }) => repo.putSyncConfig({ source: group.uid }),
    ],
    [
      "[access/invite] roleUid must be the uid of a role, not the uid of a group",
      ({ stack, group, role }) => {
        new GroupInvite(stack, "invite", { group, role, ttl: "1h" }).roleUid = role.groupUid;
      },
    ],
    [
      "[access/staff] oidc.roleMappings[1].roleUid must be the uid of a role, not the uid of a repo",
      ({ stack, organization, role, repo }) => {
        const roleMappings = [role, repo].map(({ uid }) => ({ claimValue: "staff", roleUid: uid }));
        const oidc = { issuer: "https://login.example.com", clientId: "x", pkceEnabled: true, groupsClaim: "groups" };
        const props = { group: organization, name: "staff", defaultRole: Role.viewer, oidc: { ...oidc, roleMappings } };
        new IdentityProvider(stack, "staff", props);
      },
    ],
    [
      "[access/accounts] chainguard.serviceBindings.SERVICE must be the uid of an identity, not the uid of a role",
      ({ stack, group, role }) => {
        const chainguard = { serviceBindings: { SERVICE: role.uid } };
        new AccountAssociation(stack, "accounts", { group, name: "accounts", chainguard });
      },
    ],
    [
      "[access/identity] the id of importFrom must be the uid of an identity, not the uid of a group",
      ({ identity, group }) => identity.importFrom(group.uid),
    ],
    [
      "[there/job] groupUid must be the uid of a group, not the uid of a role",
      ({ stack, group, role }) => {
        const there = new TerraformStack(stack.node.root, "there");
        new PlatformProvider(there, "platform");
        Identity.githubActions(there, "job", { group, repository: "octo-org/app" }).groupUid = role.uid;
        there.prepareStack();
        there.runAllValidations();
      },
    ],
  ])("%s", (message, change) => {
    expect(() => resourcesOf((stack) => change(made(stack)))).toThrow(message);
  });

  it("accepts every uid of the type, and unknown ones", () => {
    const { platform_role_binding } = resourcesOf((stack) => {
      const { binding, group, role } = made(stack);
      const found = new bindings.dataPlatformGroups.DataPlatformGroups(stack, "found", { descendantsOf: ORGANIZATION });
      group.parentUid = found.groups.get(0).uid;
      binding.groupUid = new AccountAssociation(stack, "accounts", { group, name: "accounts" }).uid;
      binding.roleUid = group.grant(Identity.fromUid(stack, "other", "${var.identity}"), role).binding.roleUid;
    });
    expect(Object.values(platform_role_binding)).toContainEqual(
      expect.objectContaining({ group_uid: "${platform_account_association.accounts.uid}" }),
    );
  });
});
