/**
 * Audit events: who did, or was refused, what. Here is how they are buffered, sealed into one chain, verified, pruned and
 * exported; the store has their SQL. What happens to resources is written by the operations, in the same transaction.
 */
export { type Audit, createAudit } from "./audit";
export { auditOperations } from "./operation-events";
export { AuditSink } from "./sink";
export { auditTrail, type TrailOptions, verifyAuditIn } from "./trail";
