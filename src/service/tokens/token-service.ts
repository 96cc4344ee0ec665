import type { JSONWebKeySet } from "jose";
import { invalidArgument, isUid, notFound, PlatformError, unauthenticated } from "../../api";
import { trustsIssuer, trustsSubject } from "./claims";
import { type FetchJson, jsonFetcher } from "./fetch-json";
import { IssuerKeys } from "./issuer-keys";
import { judge, type OutsideToken, readToken } from "./outside-token";
import { OWN_STORE, OwnTokens, type VerifiedToken } from "./own-tokens";
import type { Clock, IdentityDirectory, KeyStore, StoredIdentity } from "./ports";
import { ALGORITHM, SigningKeys } from "./signing-keys";

export interface TokenServiceOptions {
  readonly keys: KeyStore;
  readonly identities: IdentityDirectory;
  /** Without a trailing slash, as the next; functions, since a port may be bound after the service is made. */
  readonly authUrl: () => string;
  readonly baseUrl: () => string;
  /** Lets plain-http issuers on loopback in. */
  readonly dev?: boolean;
  /** Milliseconds since 1970; the system's by default. */
  readonly clock?: Clock;
  /** Told why a token was not accepted, where its bearer is not. Never given the token. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** Replaces how issuers' documents are fetched. */
  readonly fetchJson?: FetchJson;
}

export interface Refusal {
  readonly reason: string;
  readonly issuer: string;
  readonly subject: string;
  /** The identity that was asked for. */
  readonly identityUid?: string;
}

export interface ExchangeRequest {
  /** The OIDC token of the workload. */
  readonly token: string;
  /** What the new token is for: base_url. */
  readonly audiences: readonly string[];
  /** The uid of the identity to assume; without it the one that the token's issuer and subject fit. */
  readonly identity?: string | undefined;
}

export interface Exchanged {
  readonly token: string;
  /** When it expires, RFC 3339. */
  readonly expiry: string;
}

export interface MintRequest {
  readonly identityUid: string;
  /** base_url, say; without it the token is for this store's service alone, whatever its URL. */
  readonly audience?: string | undefined;
  /** One hour by default. */
  readonly lifetimeSeconds?: number | undefined;
}

export interface TokenService {
  /**
   * Verifies an OIDC token against an identity and signs one of ours. Throws PlatformError: INVALID_ARGUMENT for a
   * request that is wrong whatever the token, UNAUTHENTICATED for a token that is not known to be genuine,
   * PERMISSION_DENIED for a genuine one that may not assume the identity, UNAVAILABLE while its issuer is.
   */
  exchange(request: ExchangeRequest): Promise<Exchanged>;
  /** Signs a token for an identity without asking for another: for operators, who hold the store. Throws NOT_FOUND. */
  mint(request: MintRequest): Promise<string>;
  /** Verifies a bearer token of the API. Throws UNAUTHENTICATED. */
  verify(token: string): Promise<VerifiedToken>;
  jwks(): Promise<JSONWebKeySet>;
  /** The OpenID Connect discovery document of auth_url. */
  discovery(): Readonly<Record<string, unknown>>;
}

export const JWKS_PATH = "/.well-known/jwks.json";

const LIFETIME_SECONDS = 3600;

export function createTokenService(options: TokenServiceOptions): TokenService {
  const { identities, authUrl, baseUrl, dev = false, clock = Date.now, onRefused = () => {} } = options;
  const issuerKeys = new IssuerKeys(options.fetchJson ?? jsonFetcher({ dev }), clock);
  const signingKeys = new SigningKeys(options.keys, clock);
  const own = new OwnTokens({ keys: signingKeys, authUrl, baseUrl, now: clock });

  /** The one identity that the token may assume. */
  async function assumed(token: OutsideToken, identityUid: string | undefined): Promise<StoredIdentity> {
    const defaultAudiences = [authUrl(), baseUrl()];
    const outcomes = await Promise.all(
      (await candidates(token, identityUid)).map(judge(token, { issuerKeys, now: clock, defaultAudiences })),
    );
    const assumable = outcomes.flatMap((outcome) => ("assumes" in outcome ? [outcome.assumes] : []));
    if (assumable.length > 1) {
      const uids = assumable.map(({ uid }) => uid).join(", ");
      throw invalidArgument({ path: ["identity"], problem: `must be given: the token fits several: ${uids}` });
    }
    if (assumable[0]) return assumable[0];
    const failed = outcomes.flatMap((outcome) => ("failed" in outcome ? [outcome.failed] : []));
    if (failed.length > 0) {
      const whose = identityUid ? `identity ${identityUid}` : "any identity that trusts its issuer and subject";
      throw new PlatformError(
        "PERMISSION_DENIED",
        `Permission denied: the identity token's claim ${failed[0]} is not what ${whose} asks for`,
        { metadata: { claim: failed[0]! } },
      );
    }
    const [outcome] = outcomes;
    const reason = outcome && "unverified" in outcome ? outcome.unverified : "there is no such identity";
    onRefused({ reason, issuer: token.issuer, subject: token.subject, ...(identityUid ? { identityUid } : {}) });
    throw unauthenticated(notAccepted(identityUid));
  }

  async function candidates(token: OutsideToken, identityUid: string | undefined): Promise<readonly StoredIdentity[]> {
    if (identityUid !== undefined) return [(await identities.get(identityUid)) ?? []].flat();
    const matching = await identities.matching(token.issuer, token.subject);
    return matching.filter((each) => trustsIssuer(each, token.issuer) && trustsSubject(each, token.subject));
  }

  function requireAudiences(audiences: readonly string[]): void {
    if (audiences.length === 0 || audiences.some((audience) => audience !== baseUrl()))
      throw invalidArgument({ path: ["aud"], problem: `must be ${baseUrl()}` });
  }

  return {
    exchange: async ({ token: text, audiences, identity: identityUid }) => {
      requireAudiences(audiences);
      if (identityUid !== undefined && !isUid(identityUid))
        throw invalidArgument({ path: ["identity"], problem: "must be the uid of an identity" });
      const { uid } = await assumed(readToken(text), identityUid);
      const exchanged = await own.sign(uid, audiences, LIFETIME_SECONDS);
      await identities.markSeen(uid, new Date(clock()).toISOString());
      return exchanged;
    },

    mint: async ({ identityUid, audience = OWN_STORE, lifetimeSeconds = LIFETIME_SECONDS }) => {
      if (!(await identities.get(identityUid))) throw notFound("Identity", identityUid);
      return (await own.sign(identityUid, [audience], lifetimeSeconds)).token;
    },

    verify: async (token) => {
      const verified = await own.verify(token);
      if (!(await identities.get(verified.identityUid))) throw unauthenticated("the token's identity no longer exists");
      return verified;
    },

    jwks: () => signingKeys.jwks(),

    discovery: () => ({
      issuer: authUrl(),
      jwks_uri: `${authUrl()}${JWKS_PATH}`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [ALGORITHM],
      claims_supported: ["iss", "sub", "aud", "iat", "exp", "jti"],
    }),
  };
}

/** The same words whether the identity is missing, trusts another issuer, or the signature is wrong. */
const notAccepted = (identityUid: string | undefined): string =>
  identityUid
    ? `the identity token does not verify for identity ${identityUid}: it must be signed by the issuer that an existing identity trusts`
    : "the identity token does not verify for any identity: it must be signed by an issuer, for a subject, that an existing identity trusts";
