import { groupAccess, type Uid } from "../../src/model";
import { withBuiltIns } from "./built-in-roles";
import type {
  AccountAssociationArgs,
  AccountAssociationOutputs,
  GroupAccessArgs,
  GroupAccessOutputs,
  GroupArgs,
  GroupInviteArgs,
  GroupInviteOutputs,
  GroupOutputs,
  IdentityArgs,
  IdentityOutputs,
  IdentityProviderArgs,
  IdentityProviderOutputs,
  RepoArgs,
  RepoOutputs,
  RoleArgs,
  RoleBindingArgs,
  RoleBindingOutputs,
  RoleOutputs,
  TagArgs,
  TagOutputs,
} from "./generated";
import { withPresets } from "./presets";
import { managed } from "./resource";

/** A group: a node of the organizational hierarchy. All other resources belong to one. */
export class Group extends managed<GroupArgs, GroupOutputs, Uid<"Group">>("groups") {}

/**
 * A workload or user that authenticates with an OIDC token. Static methods such as `Identity.githubActions` trust the
 * pipelines of a system.
 */
export class Identity extends withPresets(managed<IdentityArgs, IdentityOutputs, Uid<"Identity">>("identities")) {}

/**
 * A set of capabilities. The uids of built-in roles are properties of the class, such as `Role.viewer` and
 * `Role.registryPull`. Each is looked up by name once per run, since uids differ between deployments. For another
 * provider than the stack's, use `Role.builtIn`.
 */
export class Role extends withBuiltIns(managed<RoleArgs, RoleOutputs, Uid<"Role">>("roles")) {}

/** Grants a role to an identity, in a group and everything below it. */
export class RoleBinding extends managed<RoleBindingArgs, RoleBindingOutputs, Uid<"RoleBinding">>("roleBindings") {}

/** A repository of images in the registry. */
export class Repo extends managed<RepoArgs, RepoOutputs, Uid<"Repo">>("repos") {}

/** A tag of a repository: a name that refers to an image. */
export class Tag extends managed<TagArgs, TagOutputs, Uid<"Tag">>("tags") {}

/** An identity provider where an organization's users log in. */
export class IdentityProvider extends managed<IdentityProviderArgs, IdentityProviderOutputs, Uid<"IdentityProvider">>(
  "identityProviders",
) {}

/** The accounts at cloud providers that belong to a group. */
export class AccountAssociation extends managed<AccountAssociationArgs, AccountAssociationOutputs, Uid<"Group">>(
  "accountAssociations",
) {}

/** Lets anyone with its code join a group with a role. */
export class GroupInvite extends managed<GroupInviteArgs, GroupInviteOutputs, Uid<"GroupInvite">>("groupInvites") {}

/**
 * All role bindings directly in a group: those that `grants` does not contain are removed. A create fails with a list
 * of them, unless `adopt` is "overwrite".
 */
export class GroupAccess extends managed<GroupAccessArgs, GroupAccessOutputs, Uid<"Group">>(groupAccess) {}
