// Generated from src/model by `npm run generate`.
import { findAccess, findMany, findOne, outputAccess, outputMany, outputOne } from "../lookup";
import type { GetAccessArgs, GetAccessOutputArgs, GetAccessResult } from "./access";
import type { GetAccountAssociationArgs, GetAccountAssociationOutputArgs, GetAccountAssociationResult, GetAccountAssociationsArgs, GetAccountAssociationsOutputArgs } from "./account-association";
import type { GetAdvisoriesArgs, GetAdvisoriesOutputArgs, GetAdvisoryArgs, GetAdvisoryOutputArgs, GetAdvisoryResult } from "./advisory";
import type { GetGroupArgs, GetGroupOutputArgs, GetGroupResult, GetGroupsArgs, GetGroupsOutputArgs } from "./group";
import type { GetGroupInviteArgs, GetGroupInviteOutputArgs, GetGroupInviteResult, GetGroupInvitesArgs, GetGroupInvitesOutputArgs } from "./group-invite";
import type { GetIdentitiesArgs, GetIdentitiesOutputArgs, GetIdentityArgs, GetIdentityOutputArgs, GetIdentityResult } from "./identity";
import type { GetIdentityProviderArgs, GetIdentityProviderOutputArgs, GetIdentityProviderResult, GetIdentityProvidersArgs, GetIdentityProvidersOutputArgs } from "./identity-provider";
import type { GetRepoArgs, GetRepoOutputArgs, GetRepoResult, GetReposArgs, GetReposOutputArgs } from "./repo";
import type { GetRoleArgs, GetRoleOutputArgs, GetRoleResult, GetRolesArgs, GetRolesOutputArgs } from "./role";
import type { GetRoleBindingArgs, GetRoleBindingOutputArgs, GetRoleBindingResult, GetRoleBindingsArgs, GetRoleBindingsOutputArgs } from "./role-binding";
import type { GetTagArgs, GetTagOutputArgs, GetTagResult, GetTagsArgs, GetTagsOutputArgs } from "./tag";

/** Looks up a group by uid, or by name and scope. A node of the organizational hierarchy. A root group is an organization; all other resources belong to one. */
export const getGroup = findOne<GetGroupArgs, GetGroupResult>("groups");

/** {@link getGroup} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getGroupOutput = outputOne<GetGroupOutputArgs, GetGroupResult>("groups");

/** Lists groups. A node of the organizational hierarchy. A root group is an organization; all other resources belong to one. */
export const getGroups = findMany<GetGroupsArgs, readonly GetGroupResult[]>("groups");

/** {@link getGroups} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getGroupsOutput = outputMany<GetGroupsOutputArgs, readonly GetGroupResult[]>("groups");

/** Looks up an identity by uid, or by name and scope, or by issuer and subject. A workload or user that authenticates with an OIDC token. */
export const getIdentity = findOne<GetIdentityArgs, GetIdentityResult>("identities");

/** {@link getIdentity} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getIdentityOutput = outputOne<GetIdentityOutputArgs, GetIdentityResult>("identities");

/** Lists identities. A workload or user that authenticates with an OIDC token. */
export const getIdentities = findMany<GetIdentitiesArgs, readonly GetIdentityResult[]>("identities");

/** {@link getIdentities} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getIdentitiesOutput = outputMany<GetIdentitiesOutputArgs, readonly GetIdentityResult[]>("identities");

/** Looks up a role by uid, or by name and scope. A set of capabilities that can be granted. Built-in roles belong to no group and have uids without a path; custom roles belong to a group. */
export const getRole = findOne<GetRoleArgs, GetRoleResult>("roles");

/** {@link getRole} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getRoleOutput = outputOne<GetRoleOutputArgs, GetRoleResult>("roles");

/** Lists roles. A set of capabilities that can be granted. Built-in roles belong to no group and have uids without a path; custom roles belong to a group. */
export const getRoles = findMany<GetRolesArgs, readonly GetRoleResult[]>("roles");

/** {@link getRoles} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getRolesOutput = outputMany<GetRolesOutputArgs, readonly GetRoleResult[]>("roles");

/** Looks up a role binding by uid. A grant of a role to an identity, in a group and everything below it. */
export const getRoleBinding = findOne<GetRoleBindingArgs, GetRoleBindingResult>("roleBindings");

/** {@link getRoleBinding} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getRoleBindingOutput = outputOne<GetRoleBindingOutputArgs, GetRoleBindingResult>("roleBindings");

/** Lists role bindings. A grant of a role to an identity, in a group and everything below it. */
export const getRoleBindings = findMany<GetRoleBindingsArgs, readonly GetRoleBindingResult[]>("roleBindings");

/** {@link getRoleBindings} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getRoleBindingsOutput = outputMany<GetRoleBindingsOutputArgs, readonly GetRoleBindingResult[]>("roleBindings");

/** Looks up an identity provider by uid, or by name and scope. The identity provider that users of an organization log in with. */
export const getIdentityProvider = findOne<GetIdentityProviderArgs, GetIdentityProviderResult>("identityProviders");

/** {@link getIdentityProvider} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getIdentityProviderOutput = outputOne<GetIdentityProviderOutputArgs, GetIdentityProviderResult>("identityProviders");

/** Lists identity providers. The identity provider that users of an organization log in with. */
export const getIdentityProviders = findMany<GetIdentityProvidersArgs, readonly GetIdentityProviderResult[]>("identityProviders");

/** {@link getIdentityProviders} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getIdentityProvidersOutput = outputMany<GetIdentityProvidersOutputArgs, readonly GetIdentityProviderResult[]>("identityProviders");

/** Looks up an account association by uid, or by name and scope. The cloud provider accounts associated with a group. A group has at most one association. */
export const getAccountAssociation = findOne<GetAccountAssociationArgs, GetAccountAssociationResult>("accountAssociations");

/** {@link getAccountAssociation} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getAccountAssociationOutput = outputOne<GetAccountAssociationOutputArgs, GetAccountAssociationResult>("accountAssociations");

/** Lists account associations. The cloud provider accounts associated with a group. A group has at most one association. */
export const getAccountAssociations = findMany<GetAccountAssociationsArgs, readonly GetAccountAssociationResult[]>("accountAssociations");

/** {@link getAccountAssociations} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getAccountAssociationsOutput = outputMany<GetAccountAssociationsOutputArgs, readonly GetAccountAssociationResult[]>("accountAssociations");

/** Looks up a group invite by uid. An invite whose code allows its holder to join a group with a role. */
export const getGroupInvite = findOne<GetGroupInviteArgs, GetGroupInviteResult>("groupInvites");

/** {@link getGroupInvite} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getGroupInviteOutput = outputOne<GetGroupInviteOutputArgs, GetGroupInviteResult>("groupInvites");

/** Lists group invites. An invite whose code allows its holder to join a group with a role. */
export const getGroupInvites = findMany<GetGroupInvitesArgs, readonly GetGroupInviteResult[]>("groupInvites");

/** {@link getGroupInvites} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getGroupInvitesOutput = outputMany<GetGroupInvitesOutputArgs, readonly GetGroupInviteResult[]>("groupInvites");

/** Looks up a repo by uid, or by name and scope. An image repository in the registry. */
export const getRepo = findOne<GetRepoArgs, GetRepoResult>("repos");

/** {@link getRepo} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getRepoOutput = outputOne<GetRepoOutputArgs, GetRepoResult>("repos");

/** Lists repos. An image repository in the registry. */
export const getRepos = findMany<GetReposArgs, readonly GetRepoResult[]>("repos");

/** {@link getRepos} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getReposOutput = outputMany<GetReposOutputArgs, readonly GetRepoResult[]>("repos");

/** Looks up a tag by uid, or by name and scope. A name in a repo that refers to an image. */
export const getTag = findOne<GetTagArgs, GetTagResult>("tags");

/** {@link getTag} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getTagOutput = outputOne<GetTagOutputArgs, GetTagResult>("tags");

/** Lists tags. A name in a repo that refers to an image. */
export const getTags = findMany<GetTagsArgs, readonly GetTagResult[]>("tags");

/** {@link getTags} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getTagsOutput = outputMany<GetTagsOutputArgs, readonly GetTagResult[]>("tags");

/** Looks up an advisory by uid. Information about a vulnerability in a component of an artifact. Advisories are imported by the operator. */
export const getAdvisory = findOne<GetAdvisoryArgs, GetAdvisoryResult>("advisories");

/** {@link getAdvisory} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getAdvisoryOutput = outputOne<GetAdvisoryOutputArgs, GetAdvisoryResult>("advisories");

/** Lists advisories. Information about a vulnerability in a component of an artifact. Advisories are imported by the operator. */
export const getAdvisories = findMany<GetAdvisoriesArgs, readonly GetAdvisoryResult[]>("advisories");

/** {@link getAdvisories} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getAdvisoriesOutput = outputMany<GetAdvisoriesOutputArgs, readonly GetAdvisoryResult[]>("advisories");

/** Reads what an identity may do, and through which role bindings. */
export const getAccess = findAccess<GetAccessArgs, GetAccessResult>();

/** {@link getAccess} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */
export const getAccessOutput = outputAccess<GetAccessOutputArgs, GetAccessResult>();
