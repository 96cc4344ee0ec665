/**
 * Programs that must not compile, each below a directive that expects its error: `type-errors.test.ts` compiles this file
 * and fails if one of them compiles. Nothing runs it.
 */
import type { TerraformStack } from "cdktf";
import {
  AccountAssociation,
  bindings,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  type IGroup,
  type IIdentity,
  type IRepo,
  type IRole,
  Repo,
  Role,
  RoleBinding,
  Tag,
} from "../../../constructs/cdktf";

declare const stack: TerraformStack;
declare const group: IGroup;
declare const identity: IIdentity;
declare const role: IRole;
declare const repo: IRepo;
const name = "name";

// Correct programs compile.
group.grant(identity, role);
group.grant(identity, Role.viewer, { dependsOn: [], scope: stack });
new Tag(stack, "tag", { repo, name, digest: "" });

// @ts-expect-error an identity is not a group
new Identity(stack, "identity", { group: identity, name });
// @ts-expect-error a repo is not a group
new Group(stack, "group", { parent: repo, name });
// @ts-expect-error a role is not a group
new Repo(stack, "repo", { group: role, name });
// @ts-expect-error a group is not a repo
new Tag(stack, "tag", { repo: group, name, digest: "" });
// @ts-expect-error a role is not a repo
new Tag(stack, "tag", { repo: new Role(stack, "role", { group, name }), name, digest: "" });
// @ts-expect-error a uid is not a repo
new Tag(stack, "tag", { repo: { uid: "" }, name, digest: "" });
// @ts-expect-error the arguments are in another order
group.grant(role, identity);
// @ts-expect-error a group is not an identity
group.grant(group, role);
// @ts-expect-error an identity is not a role
group.grant(identity, identity);
// @ts-expect-error a uid is not a role
group.grant(identity, { uid: "" });
// @ts-expect-error a data source is not an identity
group.grant(new bindings.dataPlatformIdentity.DataPlatformIdentity(stack, "found"), role);
// @ts-expect-error a repo is not an identity
new RoleBinding(stack, "binding", { group, identity: repo, role });
// @ts-expect-error a group is not a role
new GroupInvite(stack, "invite", { group, role: group, ttl: "" });
// @ts-expect-error a repo is not a role
new IdentityProvider(stack, "provider", { group, defaultRole: repo, name });
// @ts-expect-error an identity is not a group
new AccountAssociation(stack, "association", { group: identity, name });
// @ts-expect-error a misspelled option
Identity.githubActions(stack, "jobs", { group, repository: "a/b", brnach: "main" });
// @ts-expect-error a built-in role has no uid until it was found in a stack
Role.viewer.uid;
// @ts-expect-error a group is not an identity
const wrong: IIdentity = group;
// @ts-expect-error a misspelled option
group.grant(wrong, role, { dependOn: [] });
