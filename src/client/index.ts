/**
 * The typed API client: calls with retries and deadlines, pagination, credentials, settings and lookups. It contains
 * nothing specific to Terraform, Pulumi or the service's implementation.
 */
export {
  type ApiVersion,
  type Code,
  changedFields,
  type DeletePreview,
  type Detail,
  issuerPatternProblem,
  isUid,
  type ListPage,
  type ListQuery,
  PlatformError,
  parentOf,
  parentUidOf,
  patternProblem,
  sameValue,
} from "../api";
export type { CreateBody, Resource, UpdateBody } from "../model";
export { CallerAccess, requiredToList, type Visibility } from "./caller-access";
export { type ClientOptions, createClient, type PlatformClient } from "./client";
export type { CallOptions, Collection, CreateOptions, Query, UpdateOptions } from "./collection";
export { connectFromSettings, createClientFromSettings, tokenFor } from "./connect";
export type { DeleteGroupOptions, GroupMethods } from "./group-collection";
export { waitFor } from "./http/deadline";
export type { RetryPolicy } from "./http/retry";
export type { Hooks, RequestEvent } from "./http/transport";
export { type CreatorOptions, IdempotentCreator, OutcomeUnknownError } from "./idempotent-creator";
export { findOne, type Selector } from "./lookup";
export { readAccess } from "./read-access";
export { type ConfiguredSettings, checkSettings, resolveConfiguration } from "./resolve-configuration";
export {
  type AuthMethod,
  type RefreshMode,
  type ResolvedSettings,
  type SettingName,
  type SettingProblem,
  type Settings,
  SettingsError,
  type SourceSetting,
  settings,
} from "./settings";
export { type Credentials, staticToken, type TokenOptions } from "./tokens/credentials";
export { type ExchangeOptions, exchangedToken } from "./tokens/exchange";
export { expiryOf } from "./tokens/jwt";
export { TokenRejectedError } from "./tokens/renewed-token";
export { file, literal, type TokenSource, workload } from "./tokens/token-source";
export { type AccessDifference, compareAccess, type ExpectedGrant, groupsOf } from "./verify-access";
