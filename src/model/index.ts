/**
 * The vocabulary: what a resource type is, one file for each type, and the registry that lists them. Everything that
 * other folders know of a field they read here; this folder imports nothing of ours and does no input or output.
 */
export { eventTypes } from "./advisory-event";
export * from "./built-in-roles";
export * from "./capabilities";
export * from "./check";
export { MAX_NAME, uidPattern } from "./common";
export * from "./field";
export { canonicalJwks, canonicalTimestamp, durationSeconds } from "./formats";
export { relationshipTypes } from "./identity";
export * from "./names";
export * from "./registry";
export { repoReadme } from "./repo-readme";
export * from "./resource";
export * from "./rules";
