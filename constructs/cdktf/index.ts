/**
 * CDKTF constructs for access as code. Each extends the generated class of its resource with properties that take
 * constructs instead of uids, and with validation against the model during synthesis. The generated classes are in
 * `bindings`; no other folder imports this one.
 */
export { AccessMatrix } from "./access-matrix";
export {
  AccessVerification,
  type AccessVerificationOptions,
  type AccessVerificationProps,
  type VerificationResourceType,
} from "./access-verification";
export {
  AccountAssociation,
  type AccountAssociationLookupProps,
  type AccountAssociationProps,
} from "./account-association";
export * as bindings from "./bindings";
export { EphemeralToken, type EphemeralTokenConfig } from "./bindings/ephemeral-token";
export * as functions from "./bindings/functions";
export { Duration } from "./duration";
export type { EphemeralArguments, EphemeralResource } from "./ephemeral-resource";
export { Group, type GroupLookupProps, type GroupProps } from "./group";
export { GroupAccess, type GroupAccessGrant, type GroupAccessProps } from "./group-access";
export { GroupInvite, type GroupInviteProps } from "./group-invite";
export {
  type AwsRoleIdentityProps,
  type AzureDevopsIdentityProps,
  type BitbucketPipelinesIdentityProps,
  type BuildkiteIdentityProps,
  type CircleCiIdentityProps,
  type GithubActionsIdentityProps,
  type GitlabCiIdentityProps,
  type GoogleCloudIdentityProps,
  type HcpTerraformIdentityProps,
  Identity,
  type IdentityLookupProps,
  type IdentityProps,
  type KubernetesIdentityProps,
  type PipelineIdentityProps,
  type PulumiCloudIdentityProps,
  type SpaceliftIdentityProps,
} from "./identity";
export { IdentityProvider, type IdentityProviderLookupProps, type IdentityProviderProps } from "./identity-provider";
export type {
  Grant,
  GrantOptions,
  IGroup,
  IIdentity,
  IRepo,
  IRole,
  IRoleBinding,
  IRoleResource,
  LookupInGroup,
  LookupOptions,
  RoleBindingReferences,
} from "./interfaces";
export type { Kind, OfKind } from "./kind";
export {
  Access,
  type AccessProps,
  AccountAssociations,
  type AccountAssociationsProps,
  Advisories,
  type AdvisoriesProps,
  GroupInvites,
  type GroupInvitesProps,
  Groups,
  type GroupsProps,
  Identities,
  type IdentitiesProps,
  IdentityProviders,
  type IdentityProvidersProps,
  Repos,
  type ReposProps,
  RoleBindings,
  type RoleBindingsProps,
  Roles,
  type RolesProps,
  Tags,
  type TagsProps,
} from "./lists";
export {
  type GroupNode,
  type GroupTree,
  OrganizationTree,
  type OrganizationTreeFileProps,
  type OrganizationTreeProps,
} from "./organization-tree";
export { PipelineAccess, type PipelineAccessProps, type RoleInGroup } from "./pipeline-access";
export {
  AccessPolicy,
  ForbidRole,
  MaxBindings,
  NoDirectOwners,
  NoWildcardSubjects,
  RequireDescription,
} from "./policies";
export { PlatformProvider, type PlatformProviderProps } from "./provider";
export { Repo, type RepoLookupProps, type RepoProps } from "./repo";
export { Role, type RoleLookupProps, type RoleProps } from "./role";
export { RoleBinding, type RoleBindingProps } from "./role-binding";
export { Tag, type TagLookupProps, type TagProps } from "./tag";
export { type Member, TeamAccess, type TeamAccessProps } from "./team-access";
