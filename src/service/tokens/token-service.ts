import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import {
  authPaths,
  failedPrecondition,
  invalidArgument,
  isUid,
  notFound,
  PlatformError,
  unauthenticated,
} from "../../api";
import type { RequestContext } from "../request-context";
import { effortFor, trustsIssuer, trustsSubject } from "./claims";
import { type Credential, generationOf, requireCurrent } from "./credential";
import type { Discovery } from "./discovery";
import type { FetchJson } from "./fetch-json";
import { type IdTokenExpectation, type Person, verifyIdToken, verifyProof } from "./id-token";
import { IssuerKeys, type KeySource } from "./issuer-keys";
import { type Narrowing, narrowed } from "./narrowing";
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
  /** The registry, which tokens may be for beside the API. */
  readonly registryHost?: string | undefined;
  /** Gets issuers' documents. */
  readonly fetchJson: FetchJson;
  /** How long tokens live that are exchanged or issued, in seconds; an hour by default. */
  readonly tokenLifetime?: number | undefined;
  /** Milliseconds since 1970; the system's by default. */
  readonly clock?: Clock;
  /** Told why a token was not accepted, where its bearer is not. Never given the token. */
  readonly onRefused?: (refusal: Refusal) => void;
}

export interface Refusal {
  readonly reason: string;
  readonly issuer: string;
  readonly subject: string;
  /** The identity that was asked for. */
  readonly identityUid?: string;
}

export interface ExchangeRequest {
  /** The OIDC token of the workload, or one of ours for the API, which then bounds the new one. */
  readonly token: string;
  /** What the new token is for: base_url, the registry's host, or both. */
  readonly audiences: readonly string[];
  /** The uid of the identity to assume; without it the one that the token's issuer and subject fit. */
  readonly identity?: string | undefined;
  readonly narrowing?: Narrowing;
  /** Where the request comes from, for its audit event. */
  readonly context?: RequestContext;
}

export interface IssueRequest extends Pick<ExchangeRequest, "audiences" | "narrowing">, Credential {
  /** Milliseconds since 1970: the token expires then at the latest. */
  readonly notAfter?: number | undefined;
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
  /** One hour by default, a day at most. */
  readonly lifetimeSeconds?: number | undefined;
}

/** What the bearer of a token is told of it. */
export interface Bearer {
  readonly identity: {
    readonly uid: string;
    readonly name: string;
    readonly description: string;
    readonly email: string;
  };
  readonly audiences: readonly string[];
  /** RFC 3339. */
  readonly expiry: string;
  /** Short names of capabilities and uids of groups, where the token is narrowed to them. */
  readonly capabilities?: readonly string[];
  readonly groups?: readonly string[];
}

export interface TokenService {
  /**
   * Verifies an OIDC token against an identity and signs one of ours. Throws PlatformError: INVALID_ARGUMENT for a
   * request that is wrong whatever the token, UNAUTHENTICATED for a token that is not known to be genuine,
   * PERMISSION_DENIED for a genuine one that may not assume the identity, UNAVAILABLE while its issuer is.
   */
  exchange(request: ExchangeRequest): Promise<Exchanged>;
  /** Throws INVALID_ARGUMENT where a token for these audiences would be refused. */
  requireAudiences(audiences: readonly string[]): void;
  /** Signs a token for an identity that has proved itself otherwise. Throws INVALID_ARGUMENT for the audiences. */
  issue(request: IssueRequest): Promise<Exchanged>;
  /** What an organization's issuer says of itself; kept for minutes. Rejects with a FetchError. */
  discover(issuer: string, organization: string): Promise<Discovery>;
  /** Verifies what an identity provider says of a person. Throws UNAUTHENTICATED, UNAVAILABLE. */
  verifyIdToken(expectation: IdTokenExpectation): Promise<Person>;
  /**
   * Who bears a token of any issuer that was made for this service, known here or not, to an organization;
   * `identityUid` where the token is one of ours. Throws UNAUTHENTICATED, UNAVAILABLE, PERMISSION_DENIED for one of ours
   * that is narrowed.
   */
  prove(token: string, organization: string): Promise<Person & { readonly identityUid?: string }>;
  /** Signs a token for an identity without asking for another: for operators, who hold the store. Throws NOT_FOUND. */
  mint(request: MintRequest): Promise<string>;
  /** Verifies a bearer token of the API, but not that its identity is still there. Throws UNAUTHENTICATED. */
  genuine(token: string): Promise<VerifiedToken>;
  /** Verifies a bearer token of the API, or of another audience. Throws UNAUTHENTICATED. */
  verify(token: string, audience?: string): Promise<VerifiedToken>;
  /** Whom a bearer token of the API speaks for, and what for. Throws UNAUTHENTICATED. */
  whoAmI(token: string): Promise<Bearer>;
  /** Adds a signing key that takes over in minutes; with `revoke` at once, and the tokens of all others die with them. */
  rotateKeys(options?: { readonly revoke?: boolean }): Promise<void>;
  jwks(): Promise<JSONWebKeySet>;
  /** The OpenID Connect discovery document of auth_url. */
  discovery(): Readonly<Record<string, unknown>>;
}

const LIFETIME_SECONDS = 3600;
/** Identities that a token is held against at most which names none, and what that may take, in instructions of patterns. */
const MAX_CANDIDATES = 1_000;
const MAX_EFFORT = 20_000;
/** Those at most whose issuer and subject it fits, before more is asked of it. */
const MAX_FITTING = 50;
/** What it may take before others have their turn. */
const EFFORT_AT_ONCE = 400;

export function createTokenService(options: TokenServiceOptions): TokenService {
  const { identities, authUrl, baseUrl, registryHost, clock = Date.now, onRefused = () => {} } = options;
  const { tokenLifetime = LIFETIME_SECONDS } = options;
  const outsideKeys = new IssuerKeys(options.fetchJson, clock);
  const signingKeys = new SigningKeys(options.keys, clock);
  const own = new OwnTokens({ keys: signingKeys, authUrl, now: clock });
  /** Our own keys are at hand: the service need not be able to reach itself. */
  const issuerKeys: KeySource = {
    for: async (issuer, ...wanted) =>
      own.isIssuer(issuer) ? createLocalJWKSet(await signingKeys.jwks()) : outsideKeys.for(issuer, ...wanted),
  };

  /** The one identity that the token may assume. */
  async function assumed(token: OutsideToken, identityUid: string | undefined): Promise<StoredIdentity> {
    const defaultAudiences = [authUrl(), baseUrl()];
    const outcomes = await Promise.all(
      (await candidates(token, identityUid)).map(judge(token, { issuerKeys, now: clock, defaultAudiences })),
    );
    const assumable = outcomes.flatMap((outcome) => ("assumes" in outcome ? [outcome.assumes] : []));
    const enabled = assumable.filter(({ disabled }) => !disabled);
    // Which ones is not said: they may be of organizations that know nothing of each other.
    if (enabled.length > 1) throw mustBeNamed("the token fits several identities");
    if (enabled[0]) return enabled[0];
    if (assumable[0]) throw identityDisabled();
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
    const fitting: StoredIdentity[] = [];
    let [count, effort] = [0, 0];
    for await (const each of identities.matching(token.issuer, token.subject, MAX_CANDIDATES + 1)) {
      const turns = Math.trunc(effort / EFFORT_AT_ONCE);
      count += 1;
      effort += effortFor(each);
      if (Math.trunc(effort / EFFORT_AT_ONCE) > turns) await new Promise(setImmediate);
      // Subjects first: most are literal where issuers are patterns.
      if (trustsSubject(each, token.subject) && trustsIssuer(each, token.issuer)) fitting.push(each);
      if (count > MAX_CANDIDATES || effort > MAX_EFFORT || fitting.length > MAX_FITTING)
        throw mustBeNamed("the token might fit too many identities");
    }
    return fitting;
  }

  function requireAudiences(audiences: readonly string[]): void {
    const served = [baseUrl(), ...(registryHost ? [registryHost] : [])];
    if (audiences.length === 0 || audiences.some((audience) => !served.includes(audience)))
      throw invalidArgument({ path: ["aud"], problem: `must be ${served.join(" or ")}` });
  }

  async function issue({ audiences, ...request }: IssueRequest): Promise<Exchanged> {
    requireAudiences(audiences);
    const signed = await own.sign({
      ...request,
      audiences: [...new Set(audiences)],
      lifetimeSeconds: tokenLifetime,
    });
    await identities.markSeen(request.identityUid, new Date(clock()).toISOString());
    return signed;
  }

  async function verify(token: string, audience = baseUrl()): Promise<VerifiedToken> {
    const verified = await own.verify(token, audience);
    await requireCurrent(identities, verified);
    return verified;
  }

  return {
    exchange: async ({ token: text, audiences, identity: identityUid, narrowing = {} }) => {
      requireAudiences(audiences);
      if (identityUid !== undefined && !isUid(identityUid))
        throw invalidArgument({ path: ["identity"], problem: "must be the uid of an identity" });
      const token = readToken(text);
      // One of ours bounds what comes of it, whichever identity that is for: it can neither be widened nor renewed.
      const bound = own.isIssuer(token.issuer) ? await verify(text) : undefined;
      const isSame = bound && (identityUid === undefined || identityUid === bound.identityUid);
      return issue({
        ...(isSame ? credentialOf(bound) : credentialFor(await assumed(token, identityUid))),
        audiences,
        narrowing: narrowed(narrowing, bound?.narrowing ?? {}),
        notAfter: bound?.expiresAt,
      });
    },

    requireAudiences,

    issue,

    discover: (issuer, organization) => outsideKeys.discovery(issuer, organization),

    verifyIdToken: async (expectation) => {
      // What a token of ours is narrowed to, and when it ends, would be lost with its bearer's next one.
      if (own.isIssuer(expectation.issuer)) throw unauthenticated("the platform is no identity provider of its own");
      return verifyIdToken(expectation, { issuerKeys: outsideKeys, now: clock });
    },

    prove: async (token, organization) => {
      const { issuer } = readToken(token);
      if (!own.isIssuer(issuer))
        return verifyProof(token, [authUrl(), baseUrl()], organization, { issuerKeys: outsideKeys, now: clock });
      const verified = await own.verify(token, baseUrl());
      // What its identity would get outlasts the token, and the bounds that it has.
      if (Object.keys(verified.narrowing).length > 0)
        throw new PlatformError("PERMISSION_DENIED", "Permission denied: a narrowed token proves its bearer to nobody");
      const { uid, email } = await requireCurrent(identities, verified);
      return { issuer: authUrl(), subject: uid, identityUid: uid, ...(email ? { email } : {}) };
    },

    mint: async ({ identityUid, audience = OWN_STORE, lifetimeSeconds = LIFETIME_SECONDS }) => {
      const identity = await identities.get(identityUid);
      if (!identity) throw notFound("Identity", identityUid);
      if (identity.disabled)
        throw failedPrecondition("IDENTITY_DISABLED", "the identity is disabled: enable it first", identityUid);
      return (await own.sign({ ...credentialFor(identity), audiences: [audience], lifetimeSeconds })).token;
    },

    genuine: (token) => own.verify(token, baseUrl()),

    verify,

    whoAmI: async (token) => {
      const verified = await own.verify(token, baseUrl());
      const { uid, name = "", description = "", email = "" } = await requireCurrent(identities, verified);
      return {
        identity: { uid, name, description, email },
        audiences: verified.audiences,
        expiry: new Date(verified.expiresAt).toISOString(),
        ...verified.narrowing,
      };
    },

    rotateKeys: (rotation) => signingKeys.rotate(rotation),

    jwks: () => signingKeys.jwks(),

    discovery: () => ({
      issuer: authUrl(),
      jwks_uri: `${authUrl()}${authPaths.keys}`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [ALGORITHM],
      claims_supported: ["iss", "sub", "aud", "iat", "exp", "jti", "cap", "scope"],
    }),
  };
}

const credentialOf = ({ identityUid, generation }: VerifiedToken): Credential => ({ identityUid, generation });

const credentialFor = (identity: StoredIdentity): Credential => ({
  identityUid: identity.uid,
  generation: generationOf(identity),
});

const identityDisabled = (): PlatformError =>
  new PlatformError(
    "PERMISSION_DENIED",
    "Permission denied: the identity is disabled; ask whoever manages it to enable it",
  );

const mustBeNamed = (reason: string): PlatformError =>
  invalidArgument({ path: ["identity"], problem: `must be given: ${reason}` });

/** The same words whether the identity is missing, trusts another issuer, or the signature is wrong. */
const notAccepted = (identityUid: string | undefined): string =>
  identityUid
    ? `the identity token does not verify for identity ${identityUid}: it must be signed by the issuer that an existing identity trusts`
    : "the identity token does not verify for any identity: it must be signed by an issuer, for a subject, that an existing identity trusts";
