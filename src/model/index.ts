/**
 * The model: what a resource type is, one file per type, and the registry that lists them. All other folders derive
 * their knowledge of fields from it; this folder imports nothing from them and does no I/O.
 */

export * from "./built-in-roles";
export * from "./capabilities";
export * from "./check";
export * from "./expiry";
export * from "./field";
export { canonicalJwks, canonicalTimestamp, durationSeconds, invalidUid, uidPattern } from "./formats";
export * from "./json";
export * from "./lookup";
export * from "./method";
export * from "./methods";
export * from "./names";
export { keySetProblem, type PublicKey, publicKeyProblem, rsaProblem, signatureAlgorithms } from "./public-keys";
export * from "./registry";
export * from "./resource";
export * from "./rules";
export * from "./suggest";
export { eventTypes } from "./types/advisory-event";
export { auditEvent } from "./types/audit-event";
export { MAX_NAME } from "./types/common";
export { groupAccess } from "./types/group-access";
export { relationshipTypes } from "./types/identity";
export { repoReadme } from "./types/repo-readme";
export { session } from "./types/session";
export { httpUrlProblem, isLoopbackHost, isLoopbackUrl } from "./urls";
