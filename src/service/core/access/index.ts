/**
 * Who may do what: the capabilities that role bindings give along the hierarchy. What an operation needs stands in the
 * definitions; nothing here knows a resource type but those that grant.
 */
export { Access } from "./access";
export { AccessCache } from "./access-cache";
export {
  type Actor,
  type Credential,
  generationOf,
  inheritedFrom,
  type ProviderGeneration,
  requireCurrent,
} from "./credential";
export { type Caller, capabilitiesOf, isGrant, loadAccess } from "./load";
export { fromClaims, type Narrowing, narrowed, readNarrowing, toClaims } from "./narrowing";
