/**
 * The token service: exchanges OIDC tokens of workloads for platform tokens, and verifies platform tokens. It stores
 * nothing itself, and accesses the store and its keys only through interfaces.
 */
export type { Rejection } from "./assumed-identity";
export { auditKeys, auditTokens } from "./audit";
export type { Discovery } from "./discovery";
export type { Person, PersonPolicy } from "./id-token";
export type { MintRequest } from "./minting";
export type { VerifiedToken } from "./platform-tokens";
export { generatePrivateJwk, toPublicJwk } from "./signing-keys";
export {
  type Bearer,
  createTokenService,
  type ExchangeRequest,
  type IssuedToken,
  type TokenService,
  type TokenServiceOptions,
} from "./token-service";
