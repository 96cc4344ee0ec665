import { createHash } from "node:crypto";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  type ProtectedHeaderParameters,
} from "jose";
import { LRUCache } from "lru-cache";
import { retryLater, rootOf, unauthenticated } from "../../../api";
import { rsaProblem, signatureAlgorithms } from "../../../model";
import { FetchError } from "../../net/fetch-json";
import type { Clock, StoredIdentity } from "../../store";
import { mismatch, trustsIssuer, valuesOf } from "./claims";
import type { KeySet, KeySource } from "./issuer-keys";
import type { PatternBudget } from "./pattern-budget";

/**
 * The accepted token types, in lower case and without `application/`; absent (Kubernetes), JWT (most issuers), JOSE
 * (SPIFFE), at+jwt (RFC 9068). Other types, such as proofs of possession, events and logouts, have other purposes.
 */
const TYPES = ["jwt", "jose", "at+jwt"];

/**
 * The maximum lifetime of a token, measured from `iat` and from now. Tokens of CI jobs live for minutes to hours,
 * projected service account tokens for at most a day on managed Kubernetes, and those of Azure's managed identities for
 * 24 to 28 hours, the longest.
 */
const MAX_LIFETIME_SECONDS = 30 * 60 * 60;

/** The maximum difference between an issuer's clock and ours. */
const SKEW_SECONDS = 60;
const MAX_TOKEN_LENGTH = 16_384;
/** The maximum number of keys tried for a token without a key id. */
const MAX_KEYS_TRIED = 3;

/** A token of another issuer, parsed but not verified. */
export interface ExternalToken {
  readonly text: string;
  readonly header: ProtectedHeaderParameters & { readonly alg: string };
  readonly issuer: string;
  readonly subject: string;
  readonly audiences: readonly string[];
}

/** Parses a token. Throws UNAUTHENTICATED if it cannot be verified. */
export function parseToken(text: string): ExternalToken {
  const { header, claims } = decode(text);
  const { alg } = header;
  if (!alg || !signatureAlgorithms.includes(alg))
    throw unauthenticated(`the identity token must be signed with one of ${signatureAlgorithms.join(", ")}`);
  if (!isKnownType(header.typ))
    throw unauthenticated("the identity token's type (header typ) must be JWT, JOSE or at+jwt, or be absent");
  if (typeof claims.iss !== "string" || typeof claims.sub !== "string")
    throw unauthenticated("the identity token must have the claims iss and sub");
  const audiences = valuesOf(claims, "aud");
  return { text, header: { ...header, alg }, issuer: claims.iss, subject: claims.sub, audiences };
}

const isKnownType = (type: unknown): boolean =>
  type === undefined || (typeof type === "string" && TYPES.includes(type.toLowerCase().replace(/^application\//, "")));

function decode(text: string) {
  try {
    if (text.length > MAX_TOKEN_LENGTH) throw new Error("too long");
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) };
  } catch {
    throw unauthenticated("the identity token is not a JSON Web Token");
  }
}

/** The result of verifying a token for an identity. */
export type Outcome =
  | { readonly assumes: StoredIdentity }
  /** Verified, but this claim, with these values, does not meet the identity's requirements. */
  | { readonly failed: string; readonly values: readonly string[] }
  /** Not verified as a token of the identity's issuer; the reason is only for the service's log. */
  | { readonly unverified: string };

export interface VerifierOptions {
  readonly issuerKeys: KeySource;
  readonly now: Clock;
  readonly budget: PatternBudget;
  /** The accepted audiences of identities that define none. */
  readonly defaultAudiences: readonly string[];
}

/**
 * Returns a function that verifies one token for identities: issuer, signature, times, then claims, so that patterns
 * for claims run only after the signature is verified. Fetches the issuer's keys at most once, and only for an identity
 * that trusts the issuer. Throws UNAVAILABLE if the keys are temporarily unavailable, UNAUTHENTICATED for a verified
 * token that has expired or whose issuer must not be contacted, RESOURCE_EXHAUSTED if the organization's patterns take
 * too long.
 */
export function tokenVerifier(token: ExternalToken, { issuerKeys, now, budget, defaultAudiences }: VerifierOptions) {
  let verified: Promise<JWTPayload> | undefined;
  const verifiedBy = (keys: KeySet) => verifySignature(token.text, keys, new Date(now()));
  const verifiedByIssuer = ({ uid, claimMatch }: StoredIdentity) => {
    verified ??= remoteKeys(issuerKeys, token, rootOf(uid), !claimMatch?.issuer).then(verifiedBy);
    return verified;
  };

  return async (identity: StoredIdentity): Promise<Outcome> => {
    const matcher = budget.matcher(rootOf(identity.uid));
    if (!trustsIssuer(identity, token.issuer, matcher)) return { unverified: "the identity does not trust the issuer" };
    const { staticKeys } = identity;
    if (staticKeys?.expirationTime && Date.parse(staticKeys.expirationTime) <= now())
      return { unverified: "the identity's static keys have expired" };
    try {
      const claims = await (staticKeys ? verifiedBy(staticKeySet(staticKeys.issuerKeys)) : verifiedByIssuer(identity));
      const failed = mismatch(identity, claims, defaultAudiences, matcher);
      return failed === undefined ? { assumes: identity } : { failed, values: valuesOf(claims, failed) };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthenticated("the identity token has expired");
      if (error instanceof errors.JWTClaimValidationFailed)
        throw unauthenticated(`the identity token's claim ${error.claim} ${problems[error.reason] ?? "is not valid"}`);
      if (error instanceof errors.JOSEError) return { unverified: error.code };
      throw error;
    }
  };
}

const problems: Readonly<Record<string, string>> = {
  missing: "is missing",
  check_failed: "is in the future",
};

/** Cached static keys by digest, limited by their length in characters, because importing a key is slow. */
export const MAX_CACHED_CHARACTERS = 8 * 1024 * 1024;
/** @internal Exported for the test of its bound. */
export const staticKeyCache = new LRUCache<string, KeySet>({ max: 1_000, maxSize: MAX_CACHED_CHARACTERS });

function staticKeySet(jwks: string): KeySet {
  const digest = createHash("sha256").update(jwks).digest("base64");
  const known = staticKeyCache.get(digest);
  if (known) return known;
  const keys = parseStaticKeys(jwks);
  staticKeyCache.set(digest, keys, { size: jwks.length + 1 });
  return keys;
}

/** Stored keys that are invalid, or too slow to verify, are ignored. */
function parseStaticKeys(jwks: string): KeySet {
  try {
    // Validated as a JSON Web Key Set when it was stored.
    const { keys } = JSON.parse(jwks) as JSONWebKeySet;
    return createLocalJWKSet({ keys: keys.filter((key) => rsaProblem({ ...key }) === undefined) });
  } catch {
    return createLocalJWKSet({ keys: [] });
  }
}

/**
 * Returns the keys of the token's issuer, for an organization that trusts it. Throws UNAVAILABLE if they are
 * temporarily unavailable, UNAUTHENTICATED if permanently.
 */
export async function remoteKeys(
  issuerKeys: KeySource,
  { issuer, header }: ExternalToken,
  organization?: string,
  byPattern = false,
): Promise<KeySet> {
  try {
    // Ignores a `kid` that is not a string: it matches no key and would cause a fetch each time.
    return await issuerKeys.keysOf(
      issuer,
      typeof header.kid === "string" ? header.kid : undefined,
      organization,
      byPattern,
    );
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (!error.temporary) throw unauthenticated(`the identity token cannot be verified: ${error.message}`);
    throw retryLater("UNAVAILABLE", `Unavailable: the identity token cannot be verified now: ${error.message}`, 5);
  }
}

/** Verifies signature and times. Throws jose's errors, and UNAUTHENTICATED for a token with too long a lifetime. */
export async function verifySignature(text: string, keys: KeySet, currentDate: Date): Promise<JWTPayload> {
  const payload = await verifiedPayload(text, keys, currentDate);
  const { exp = 0, iat = exp } = payload;
  const now = currentDate.getTime() / 1000;
  if (exp - Math.min(iat, now) > MAX_LIFETIME_SECONDS + SKEW_SECONDS)
    throw unauthenticated(
      `the identity token has too long a lifetime: it must expire at most ${MAX_LIFETIME_SECONDS / 3600} hours after it was issued`,
    );
  return payload;
}

async function verifiedPayload(text: string, keys: KeySet, currentDate: Date): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: [...signatureAlgorithms],
    clockTolerance: SKEW_SECONDS,
    currentDate,
    requiredClaims: ["exp"],
  };
  try {
    return (await jwtVerify(text, keys, options)).payload;
  } catch (error) {
    // The library's errors for invalid keys are arbitrary; an issuer's invalid key must not cause an internal error.
    if (!(error instanceof errors.JOSEError)) throw new errors.JWKInvalid("a key of the issuer cannot be used");
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token without a key id may be signed with any of the issuer's keys.
    let tried = 0;
    for await (const key of error) {
      tried += 1;
      if (tried > MAX_KEYS_TRIED) break;
      try {
        return (await jwtVerify(text, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
