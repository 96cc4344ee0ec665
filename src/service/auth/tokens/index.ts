/**
 * The token service: exchanges OIDC tokens of workloads for platform tokens, and verifies platform tokens. It stores
 * nothing itself, and accesses the store and its keys only through interfaces.
 */
export type { Refusal } from "./assumed-identity";
export { auditKeys, auditTokens } from "./audit";
export { bearerToken } from "./bearer";
export type { Discovery } from "./discovery";
export type { Person, PersonPolicy } from "./id-token";
export type { VerifiedToken } from "./own-tokens";
export { generatePrivateJwk, publicHalf } from "./signing-keys";
export {
  type Bearer,
  createTokenService,
  type Exchanged,
  type ExchangeRequest,
  type MintRequest,
  type TokenService,
  type TokenServiceOptions,
} from "./token-service";
