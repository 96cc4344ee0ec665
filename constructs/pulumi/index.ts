/**
 * Pulumi resources and lookups. A program declares the resources; Pulumi loads `runtime` by name in a separate process
 * and runs it there. Fields and their behavior come from the model; nothing here lists them again.
 */
export * from "./lookups";
export {
  AccountAssociation,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  type PresetArgs,
  Repo,
  Role,
  RoleBinding,
  Tag,
} from "./resources";
export type { Args, Deep, Found, Outputs, Place, Query } from "./types";
