/**
 * The platform itself: it keeps resources of every type in the model, decides who may do what with them,
 * and answers over HTTP. It can run inside another process. Clients and providers are not known here.
 */
export { auditTrail, type TrailOptions, verifyAuditIn } from "./core/audit";
export { jsonLog, type Log, type LogEntry, type LogLevel } from "./net/log";
export { createMetrics, type Metrics } from "./net/metrics";
export type { RequestInfo } from "./net/request-info";
export type { CertificateFiles } from "./net/tls";
export type { NewOrganization, Organization } from "./platform";
export { openPlatform, type Platform, type PlatformOptions, type Urls } from "./platform";
export { type Address, type RunningService, type ServiceOptions, startService } from "./server";
export { backupStore, type ChainPosition, type StoredAuditEvent } from "./store";
