/**
 * A small OIDC issuer for demos and tests: it publishes real keys, signs real tokens for whatever subject it is asked
 * for, and logs people in as whoever they say they are. So it must never be trusted by anything that matters, and
 * serves loopback only. It knows nothing of the platform that takes its tokens.
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
