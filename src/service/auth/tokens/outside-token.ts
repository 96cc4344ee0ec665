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
import { rsaProblem } from "../../core/rsa-keys";
import { FetchError } from "../../net/fetch-json";
import type { Clock, StoredIdentity } from "../../store";
import { mismatch, trustsIssuer } from "./claims";
import type { KeySet, KeySource } from "./issuer-keys";
import type { PatternBudget } from "./pattern-budget";

/** Asymmetric algorithms alone: a key that is published must never verify as a shared secret. */
const ALGORITHMS = [
  "ES256",
  "ES384",
  "ES512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "EdDSA",
  "Ed25519",
];

/**
 * What tokens of issuers say that they are, in lower case and without `application/`: nothing (Kubernetes), JWT (most), JOSE
 * (SPIFFE), at+jwt (RFC 9068). Others, such as proofs of possession, events and logouts, are made for something else.
 */
const TYPES = ["jwt", "jose", "at+jwt"];

/**
 * How long a token may live, and how far ahead it may expire. Jobs' tokens live for minutes to hours, projected service
 * accounts' for a day at most on managed Kubernetes, and Azure's managed identities' for 24 to 28 hours, the longest.
 */
const MAX_LIFETIME_SECONDS = 30 * 60 * 60;

/** How far an issuer's clock and ours may be apart. */
const SKEW_SECONDS = 60;
const MAX_TOKEN_LENGTH = 16_384;
/** Keys that a token is tried with at most which does not say by its kid which one signed it. */
const MAX_TRIED = 3;

/** A token that someone else issued, read and not yet believed. */
export interface OutsideToken {
  readonly text: string;
  readonly header: ProtectedHeaderParameters & { readonly alg: string };
  readonly issuer: string;
  readonly subject: string;
}

/** Reads a token. Throws UNAUTHENTICATED for what is not a token that could be verified. */
export function readToken(text: string): OutsideToken {
  const { header, claims } = decode(text);
  const { alg } = header;
  if (!alg || !ALGORITHMS.includes(alg))
    throw unauthenticated(`the identity token must be signed with one of ${ALGORITHMS.join(", ")}`);
  if (!isKnownType(header.typ))
    throw unauthenticated("the identity token's type (header typ) must be JWT, JOSE or at+jwt, or be absent");
  if (typeof claims.iss !== "string" || typeof claims.sub !== "string")
    throw unauthenticated("the identity token must have the claims iss and sub");
  return { text, header: { ...header, alg }, issuer: claims.iss, subject: claims.sub };
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

/** What came of verifying a token for an identity. */
export type Outcome =
  | { readonly assumes: StoredIdentity }
  /** Verified, and not what the identity requires in this claim. */
  | { readonly failed: string }
  /** Not known to come from the identity's issuer; the reason is for the service's log alone. */
  | { readonly unverified: string };

export interface VerifierOptions {
  readonly issuerKeys: KeySource;
  readonly now: Clock;
  readonly budget: PatternBudget;
  /** Those that serve where an identity names none. */
  readonly defaultAudiences: readonly string[];
}

/**
 * Returns what verifies one token for identities: issuer, signature, times, then claims, so that no other pattern is run
 * before the signature is known to be good. The issuer's keys are fetched at most once, and only for an identity that
 * trusts the issuer. Throws UNAVAILABLE when they cannot be had now, UNAUTHENTICATED for a verified token that has expired
 * or whose issuer may not be asked, RESOURCE_EXHAUSTED where the organization's patterns take too long.
 */
export function tokenVerifier(token: OutsideToken, { issuerKeys, now, budget, defaultAudiences }: VerifierOptions) {
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
      const claims = await (staticKeys ? verifiedBy(localKeys(staticKeys.issuerKeys)) : verifiedByIssuer(identity));
      const failed = mismatch(identity, claims, defaultAudiences, matcher);
      return failed === undefined ? { assumes: identity } : { failed };
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
  check_failed: "lies in the future",
};

/** Static keys that tokens were verified with, by digest, at most so many characters: importing a key takes long. */
export const MAX_KEPT_CHARACTERS = 8 * 1024 * 1024;
export const keptStaticKeys = new LRUCache<string, KeySet>({ max: 1_000, maxSize: MAX_KEPT_CHARACTERS });

function localKeys(jwks: string): KeySet {
  const digest = createHash("sha256").update(jwks).digest("base64");
  const known = keptStaticKeys.get(digest);
  if (known) return known;
  const keys = readLocalKeys(jwks);
  keptStaticKeys.set(digest, keys, { size: jwks.length + 1 });
  return keys;
}

/** Stored keys that cannot be read verify nothing, nor do those that are slow. */
function readLocalKeys(jwks: string): KeySet {
  try {
    const { keys } = JSON.parse(jwks) as JSONWebKeySet;
    return createLocalJWKSet({ keys: keys.filter((key) => rsaProblem({ ...key }) === undefined) });
  } catch {
    return createLocalJWKSet({ keys: [] });
  }
}

/**
 * The keys of the token's issuer, for an organization that trusts it. Throws UNAVAILABLE when they cannot be had now,
 * UNAUTHENTICATED when never.
 */
export async function remoteKeys(
  issuerKeys: KeySource,
  { issuer, header }: OutsideToken,
  organization?: string,
  byPattern = false,
): Promise<KeySet> {
  try {
    // What is no text names no key, and would look like another each time.
    return await issuerKeys.for(
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

/** Verifies signature and times. Throws jose's errors, and UNAUTHENTICATED for a token that lives too long. */
export async function verifySignature(text: string, keys: KeySet, currentDate: Date): Promise<JWTPayload> {
  const payload = await verifiedPayload(text, keys, currentDate);
  const { exp = 0, iat = exp } = payload;
  const now = currentDate.getTime() / 1000;
  if (exp - Math.min(iat, now) > MAX_LIFETIME_SECONDS + SKEW_SECONDS)
    throw unauthenticated(
      `the identity token lives too long: it must expire at most ${MAX_LIFETIME_SECONDS / 3600} hours after it was issued`,
    );
  return payload;
}

async function verifiedPayload(text: string, keys: KeySet, currentDate: Date): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    clockTolerance: SKEW_SECONDS,
    currentDate,
    requiredClaims: ["exp"],
  };
  try {
    return (await jwtVerify(text, keys, options)).payload;
  } catch (error) {
    // What a library makes of a key that is none is its own; whoever published it must not make it our failure.
    if (!(error instanceof errors.JOSEError)) throw new errors.JWKInvalid("a key of the issuer cannot be used");
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token without a kid: any of the issuer's keys may have signed it.
    let tried = 0;
    for await (const key of error) {
      tried += 1;
      if (tried > MAX_TRIED) break;
      try {
        return (await jwtVerify(text, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
