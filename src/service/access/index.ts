/**
 * Who may do what: the capabilities that role bindings give along the hierarchy. What an operation needs stands in the
 * definitions; nothing here knows a resource type but those that grant.
 */
export { Access } from "./access";
export { KnownAccess } from "./known";
export { type Caller, capabilitiesOf, isGrant, loadAccess } from "./load";
