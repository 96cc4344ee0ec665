/**
 * The platform without its APIs: operations, token service and logins on one store, with audit events and metrics.
 * Creates organizations and built-in roles.
 */
export type { NewOrganization, Organization } from "./new-organization";
export { DEFAULT_URL, openPlatform, type Platform, type PlatformOptions, type Urls } from "./platform";
