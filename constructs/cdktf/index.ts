/**
 * CDKTF constructs for access as code. Each extends the generated class of its resource with properties that take
 * constructs instead of uids, and with validation against the model during synthesis. The generated classes are in
 * `bindings`; no other folder imports this one.
 */
export { AccountAssociation, type AccountAssociationProps } from "./account-association";
export * as bindings from "./bindings";
export { Group, type GroupLookupProps, type GroupProps } from "./group";
export { GroupInvite, type GroupInviteProps } from "./group-invite";
export {
  type BuildkiteIdentityProps,
  type CircleCiIdentityProps,
  type GithubActionsIdentityProps,
  type GitlabCiIdentityProps,
  type HcpTerraformIdentityProps,
  Identity,
  type IdentityLookupProps,
  type IdentityProps,
  type KubernetesIdentityProps,
  type PipelineIdentityProps,
} from "./identity";
export { IdentityProvider, type IdentityProviderProps } from "./identity-provider";
export type {
  GrantOptions,
  IGroup,
  IIdentity,
  IKnownRole,
  IRepo,
  IRole,
  IRoleBinding,
  LookupOptions,
  Parties,
} from "./interfaces";
export type { Kind, OfKind } from "./kind";
export { PlatformProvider, type PlatformProviderProps } from "./provider";
export { Repo, type RepoLookupProps, type RepoProps } from "./repo";
export { Role, type RoleLookupProps, type RoleProps } from "./role";
export { RoleBinding, type RoleBindingProps } from "./role-binding";
export { Tag, type TagProps } from "./tag";
