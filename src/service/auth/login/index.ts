/**
 * Logins of people: with their organization's identity provider, in a browser, on behalf of a command line. A login
 * results in an access token and a refresh token.
 */
export { auditLogins, sessionRevoked } from "./audit";
export type { Destination } from "./browser-login";
export type { HeadlessLogin } from "./headless-login";
export type { RedeemedInvite } from "./invites";
export { createLoginService, type LoginService, type TokenPair } from "./login-service";
export type { Session } from "./sessions";
