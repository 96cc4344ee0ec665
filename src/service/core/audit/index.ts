/**
 * Audit events record actions and failures with their actors. This folder buffers them, seals them into a chain,
 * verifies, prunes and exports it; their SQL is in the store. The operations write the events of resources, in the same
 * transaction.
 */
export { type Audit, createAudit } from "./audit";
export { auditOperations } from "./operation-events";
export { AuditSink } from "./sink";
export { auditTrail, type TrailOptions, verifyAuditIn } from "./trail";
