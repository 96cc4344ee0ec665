/**
 * The service's storage, with all of its SQL. Statements must work unchanged on SQLite, PostgreSQL and compatible
 * engines. This folder contains no access control and no rules of resource types.
 */

export type { AuditQuery } from "./audit";
export * as audit from "./audit";
export { sealedEvent } from "./audit";
export * as auditChain from "./audit-chain";
export { ChainDamage, type ChainRow, FIRST_HASH, hashAfter } from "./audit-chain";
export {
  type AuditAction,
  type AuditEvent,
  type AuditRestrictions,
  type ChainPosition,
  parseAuditEvent,
  type StoredAuditEvent,
} from "./audit-event";
export * as auditList from "./audit-list";
export type { SinkPosition } from "./audit-sinks";
export * as auditSinks from "./audit-sinks";
export { backupStore } from "./backup";
export { boundedAuditEvent } from "./bounded-audit-event";
export * as counts from "./counts";
export { type Database, runConcurrently, type Transaction } from "./database";
export * as descendants from "./descendants";
export * as idempotency from "./idempotency";
export * as identities from "./identities";
export { keyStore } from "./keys";
export * as kinds from "./kinds";
export * as lastSeen from "./last-seen";
export * as lists from "./lists";
export * as organizations from "./organizations";
export * as people from "./people";
export * as refreshTokens from "./refresh-tokens";
export * as resources from "./resources";
export * as retention from "./retention";
export type { StoredResource } from "./schema";
export { point, type Scope, subtree } from "./scope";
export { intersection, Scopes, topmost } from "./scopes";
export * as searchIndex from "./search-index";
export * as sessions from "./sessions";
export * as settings from "./settings";
export * as singleUse from "./single-use";
export { openStore, type Store } from "./store";
export type {
  Awaitable,
  Clock,
  IdentityDirectory,
  KeyStore,
  OrganizationDirectory,
  SigningKeyRecord,
  StoredIdentity,
} from "./token-interfaces";
export { grantsVersionBefore, grantsVersionOf, incrementAllGrants, type WriteLock } from "./write-locks";
