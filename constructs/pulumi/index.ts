/**
 * Pulumi resources and lookups. A program declares the resources; Pulumi loads `runtime` by name in a separate process
 * and runs it there. Fields and their behavior come from the model, from which their types in `generated` are made.
 */
export type { BuiltInRoleName, Capability, Uid } from "../../src/model";
export * from "./generated";
export type { GrantedRoles } from "./grants";
export {
  PipelineAccess,
  type PipelineAccessArgs,
  type PipelineAccessInputs,
  type PipelineEnvironment,
  type PipelineGrant,
} from "./pipeline-access";
export { Provider } from "./provider-resource";
export {
  AccountAssociation,
  Group,
  GroupAccess,
  GroupInvite,
  Identity,
  IdentityProvider,
  Repo,
  Role,
  RoleBinding,
  Tag,
} from "./resources";
export { TeamAccess, type TeamAccessArgs, type TeamMember } from "./team-access";
export type { DeepInput, PresetArgs, WithInputs } from "./types";
