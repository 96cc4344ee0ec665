/**
 * The token service: exchanges OIDC tokens of workloads for tokens of the platform, and verifies those. It keeps nothing
 * itself and knows neither the store nor access rules: what it needs of them stands in ports.ts.
 */
export type { Refusal } from "./assumed-identity";
export { type Actor, type Credential, generationOf, type ProviderGeneration, requireCurrent } from "./credential";
export type { Discovery } from "./discovery";
export { FetchError, type FetchJson, jsonFetcher, transportProblem } from "./fetch-json";
export type { Person, PersonPolicy } from "./id-token";
export { type Narrowing, readNarrowing } from "./narrowing";
export type { VerifiedToken } from "./own-tokens";
export { formOf, parametersOf, speakOAuth } from "./parameters";
export type {
  Awaitable,
  Clock,
  IdentityDirectory,
  KeyStore,
  OrganizationDirectory,
  SigningKeyRecord,
  StoredIdentity,
} from "./ports";
export { authRoutes, bearerToken, readExchange } from "./routes";
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
