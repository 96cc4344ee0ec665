/**
 * The typed client of the service: calls with retries and deadlines, pages, credentials, settings, lookups. What plans
 * or declares resources builds on it; nothing of Terraform, Pulumi or the service's own code belongs here.
 */
export {
  type ApiVersion,
  type Code,
  changedFields,
  type Detail,
  isUid,
  type ListEnvelope,
  type ListQuery,
  PlatformError,
  parentOf,
  parentUidOf,
  sameValue,
} from "../api";
export type { CreateBody, Resource, UpdateBody } from "../model";
export { type ClientOptions, createClient, type PlatformClient } from "./client";
export type { CallOptions, Collection, CreateOptions, Query, UpdateOptions } from "./collection";
export { clientFrom, creatorFor, tokenFor } from "./connect";
export { Creator, type CreatorOptions } from "./creator";
export { type Credentials, staticToken, type TokenOptions } from "./credentials";
export { waitFor } from "./deadline";
export { type ExchangeOptions, exchangedToken } from "./exchange";
export { expiryOf } from "./jwt";
export { findOne, type Selector } from "./lookup";
export { type GivenSettings, readSettings } from "./read-settings";
export type { RetryPolicy } from "./retry";
export {
  type Access,
  type Refresh,
  type ResolvedSettings,
  type SettingName,
  type SettingProblem,
  type Settings,
  SettingsError,
  type SourceSetting,
  settings,
} from "./settings";
export { file, literal, type TokenSource, workload } from "./token-source";
export type { Hooks, RequestEvent } from "./transport";
