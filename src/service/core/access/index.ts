/**
 * Access control: the capabilities that role bindings grant along the hierarchy. The capabilities that an operation
 * requires are in the resource definitions; this folder knows only the resource types that grant.
 */
export { Access } from "./access";
export { AccessCache } from "./access-cache";
export {
  type Actor,
  type Credential,
  generationOf,
  inheritedClaims,
  type ProviderGeneration,
  requireCurrent,
} from "./credential";
export {
  activeAmong,
  activeBindings,
  type Caller,
  capabilitiesOf,
  earliestExpiry,
  grantsIn,
  groupOf,
  hasExpired,
  isGrant,
  loadAccess,
  loadGrants,
  loadGrantsIn,
} from "./load";
export { fromClaims, intersectRestrictions, parseRestrictions, type Restrictions, toClaims } from "./restrictions";
