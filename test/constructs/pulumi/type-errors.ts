/**
 * Programs that must not compile, each below a directive that expects its error: `type-errors.test.ts` compiles this file
 * and fails if one of them compiles. Nothing runs it.
 */
import type { Input, Output } from "@pulumi/pulumi";
import {
  AccountAssociation,
  type GetGroupResult,
  type GetRoleResult,
  Group,
  GroupInvite,
  getGroup,
  getIdentity,
  getRepoOutput,
  getRole,
  getRoleOutput,
  Identity,
  IdentityProvider,
  Provider,
  Repo,
  Role,
  RoleBinding,
  Tag,
} from "../../../constructs/pulumi";

declare const group: Group;
declare const identity: Identity;
declare const role: Role;
declare const repo: Repo;
declare const foundGroup: GetGroupResult;
declare const foundRole: Output<GetRoleResult>;
declare const text: string;
declare const anyText: Input<string>;
const name = "name";
const oidc = { issuer: text, clientId: text, groupsClaim: text };

// Correct programs compile, also with plain strings, which may be any uid.
new RoleBinding(name, { groupUid: group.uid, identityUid: identity.uid, roleUid: Role.viewer });
new RoleBinding(name, { groupUid: text, identityUid: anyText, roleUid: foundRole.uid });
new RoleBinding(name, { groupUid: foundGroup.uid, identityUid: identity.uid.apply((uid) => uid), roleUid: role.id });
new Repo(name, { groupUid: repo.groupUid, name, syncConfig: { source: repo.uid } });
new Group(name, { parentUid: group.parentUid, name, importUid: group.uid });
new Group(name, { name, importUid: group.uid, description: undefined });
new Role(name, { groupUid: group.uid, name, capabilities: role.capabilities });
Group.get(name, repo.groupUid);
getRole({ name, groupUid: foundGroup.uid });
getRepoOutput({ uid: repo.uid });
getIdentity({ issuer: text, subject: text });

// @ts-expect-error an identity is not a group
new Identity(name, { groupUid: identity.uid, name });
// @ts-expect-error a repo is not a group
new Group(name, { parentUid: repo.uid, name });
// @ts-expect-error a role is not a group
new Repo(name, { groupUid: role.uid, name });
// @ts-expect-error a group is not a repo
new Repo(name, { groupUid: group.uid, name, syncConfig: { source: group.uid } });
// @ts-expect-error a group is not a repo
new Tag(name, { repoUid: group.uid, name, digest: "" });
// @ts-expect-error a role is not an identity
new RoleBinding(name, { groupUid: group.uid, identityUid: role.uid, roleUid: role.uid });
// @ts-expect-error an identity is not a role
new RoleBinding(name, { groupUid: group.uid, identityUid: identity.uid, roleUid: identity.uid });
// @ts-expect-error a group that was found is not a role
new RoleBinding(name, { groupUid: group.uid, identityUid: identity.uid, roleUid: foundGroup.uid });
// @ts-expect-error a role that was found is not a group
new RoleBinding(name, { groupUid: foundRole.uid, identityUid: identity.uid, roleUid: role.uid });
// @ts-expect-error a resource is not a uid
new Repo(name, { groupUid: group, name });
// @ts-expect-error a group is not a role
new GroupInvite(name, { groupUid: group.uid, roleUid: group.uid, ttl: "" });
// @ts-expect-error a repo is not a role
new IdentityProvider(name, { groupUid: group.uid, defaultRole: repo.uid, name, oidc });
new IdentityProvider(name, {
  groupUid: group.uid,
  defaultRole: role.uid,
  name,
  // @ts-expect-error a group is not a role
  oidc: { ...oidc, roleMappings: [{ claimValue: text, roleUid: group.uid }] },
});
// @ts-expect-error a role is not an identity
new AccountAssociation(name, { groupUid: group.uid, name, chainguard: { serviceBindings: { ingester: role.uid } } });
// @ts-expect-error an identity is not a group
new AccountAssociation(name, { groupUid: identity.uid, name });
// @ts-expect-error an identity is not a group
new Group(name, { importUid: identity.uid, name });
// @ts-expect-error a role is not a group
Identity.githubActions(name, { groupUid: role.uid, repository: "a/b" });
// @ts-expect-error a misspelled option
Identity.githubActions(name, { groupUid: group.uid, repository: "a/b", brnach: "main" });
// @ts-expect-error a repo is not a group
getGroup({ uid: foundRole.uid });
// @ts-expect-error a role is not a group
getRoleOutput({ name, groupUid: role.uid });
// @ts-expect-error a group's parent is named by parentUid
getGroup({ name, groupUid: text });
// @ts-expect-error only identities are found by what they trust
getRole({ issuer: text, subject: text });
// @ts-expect-error there is nothing to look for
getIdentity({});
// @ts-expect-error not a capability
new Role(name, { groupUid: group.uid, name, capabilities: ["groups.lists"] });
// @ts-expect-error an output is not an argument
new Group(name, { parentUid: group.uid, name, verified: true });
// @ts-expect-error neither a parent nor a resource that exists
new Group(name, { name });
// @ts-expect-error a group has a name
new Group(name, { parentUid: group.uid });
// @ts-expect-error a secret is not a setting of a provider
new Provider(name, { token: text });
// @ts-expect-error a promise is returned only for known arguments
getGroup({ uid: group.uid });
