/**
 * How people log in: with the identity provider of their organization, in a browser, on behalf of a command line. What
 * comes of it is a token like any other and a refresh token that brings the next.
 */
export { auditLogins, sessionRevoked } from "./audit";
export type { Joined } from "./invites";
export {
  createLoginService,
  type Destination,
  type HeadlessLogin,
  type LoginService,
  type Session,
  type TokenPair,
} from "./login-service";
