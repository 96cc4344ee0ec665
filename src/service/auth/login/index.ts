/**
 * Logins of people: with their organization's identity provider, in a browser, on behalf of a command line. A login
 * results in an access token and a refresh token.
 */
export { auditLogins, sessionRevoked } from "./audit";
export type { RedeemedInvite } from "./invites";
export {
  createLoginService,
  type Destination,
  type HeadlessLogin,
  type LoginService,
  type Session,
  type TokenPair,
} from "./login-service";
