/**
 * A small OIDC issuer for demos and tests: it publishes real keys, signs real tokens for any requested subject, and
 * logs users in under any name. Production systems must never trust it, so it serves loopback only. It knows nothing of
 * the platform that accepts its tokens.
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
