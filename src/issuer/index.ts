/**
 * A small OIDC issuer for demos and tests: it publishes real keys, signs real tokens for any requested subject, and
 * lets users log in under any name. Production systems must never trust it, so it listens only on loopback addresses.
 * It does not depend on the platform that accepts its tokens.
 */
export {
  type Issuer,
  type IssuerOptions,
  type RequestCounts,
  type SignOptions,
  startIssuer,
  type TokenClaims,
} from "./issuer";
export type { KeyChoice } from "./keys";
