/**
 * The platform service: stores the resources of all types in the model, controls access to them, and serves the API
 * over HTTP and gRPC. It can run inside another process. This folder does not depend on clients or providers.
 */
export { auditTrail, type TrailOptions, verifyAuditIn } from "./core/audit/trail";
export { jsonLog, type Log, type LogEntry, type LogLevel } from "./net/log";
export { createMetrics, type Metrics } from "./net/metrics";
export type { ProviderReleases } from "./net/provider-releases";
export type { RequestInfo } from "./net/request-info";
export type { CertificateFiles } from "./net/tls";
export type { NewOrganization, Organization } from "./platform";
export { openPlatform, type Platform, type PlatformOptions, type Urls } from "./platform";
export { type Address, type RunningService, type ServiceOptions, startService } from "./server";
export type { ChainPosition, StoredAuditEvent } from "./store/audit-event";
export { backupStore } from "./store/backup";
