/**
 * The platform without its surfaces: the operations, the token service and logins over one store, audited and measured.
 * Organizations and built-in roles are created here.
 */
export type { NewOrganization, Organization } from "./organization";
export { openPlatform, type Platform, type PlatformOptions, type Urls } from "./platform";
