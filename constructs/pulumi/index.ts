/**
 * Pulumi resources and lookups. A program declares the resources; Pulumi runs what `runtime` has, by name, in a process
 * of its own. Which fields there are, and how they behave, the model says; nothing here lists them again.
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
