import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import {
  authPaths,
  failedPrecondition,
  invalidArgument,
  isUid,
  notFound,
  PlatformError,
  unauthenticated,
} from "../../../api";
import {
  type Credential,
  generationOf,
  inheritedClaims,
  intersectRestrictions,
  type Restrictions,
  requireCurrent,
} from "../../core/access";
import type { FetchJson } from "../../net/fetch-json";
import type { RequestContext } from "../../net/request-info";
import type { Clock, IdentityDirectory, KeyStore, OrganizationDirectory, StoredIdentity } from "../../store";
import { IdentityResolver, type Rejection } from "./assumed-identity";
import type { Discovery } from "./discovery";
import { parseToken } from "./external-token";
import { type IdTokenExpectation, type Person, verifyIdToken, verifyProof } from "./id-token";
import { IssuerKeys, type KeySource } from "./issuer-keys";
import type { TokenMinter } from "./minting";
import { PatternBudget } from "./pattern-budget";
import { OWN_STORE, PlatformTokens, type VerifiedToken } from "./platform-tokens";
import { ALGORITHM, SigningKeys } from "./signing-keys";

export interface TokenServiceOptions {
  readonly keys: KeyStore;
  readonly identities: IdentityDirectory;
  readonly organizations: OrganizationDirectory;
  /** Without a trailing slash, like `baseUrl`; functions, because a port may be bound after the service is created. */
  readonly authUrl: () => string;
  readonly baseUrl: () => string;
  /** The registry's host, which is allowed as an audience in addition to the API. */
  readonly registryHost?: string | undefined;
  /** Fetches issuers' documents. */
  readonly fetchJson: FetchJson;
  /** The lifetime of exchanged and issued tokens in seconds; one hour by default. */
  readonly tokenLifetime?: number | undefined;
  /** Returns milliseconds since the Unix epoch; the system's clock by default. */
  readonly clock?: Clock;
  /** Counts an exchange toward the identity's rate limit. Throws RESOURCE_EXHAUSTED. */
  readonly countExchange?: (identityUid: string) => void;
  /** Called with the reason for rejecting a token, which its bearer does not receive. Never receives the token. */
  readonly onRejected?: (rejection: Rejection) => void;
}

export interface ExchangeRequest {
  /** The OIDC token of the workload, or a platform token for the API, which limits the new one. */
  readonly token: string;
  /** The audiences of the new token: base_url, the registry's host, or both. */
  readonly audiences: readonly string[];
  /**
   * The uid of the identity to assume; by default, the identity that names the token's issuer and subject literally.
   */
  readonly identity?: string | undefined;
  /** The name or uid of the identity's organization. */
  readonly organization?: string | undefined;
  readonly restrictions?: Restrictions;
  /** The origin of the request, for its audit event. */
  readonly context?: RequestContext;
}

export interface IssueRequest extends Pick<ExchangeRequest, "audiences" | "restrictions">, Credential {
  /** The latest expiry of the token, in milliseconds since the Unix epoch. */
  readonly notAfter?: number | undefined;
}

export interface IssuedToken {
  readonly token: string;
  /** When the token expires, RFC 3339. */
  readonly expiry: string;
}

/** Information about a token for its bearer. */
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
  /** Short names of capabilities and uids of groups, if the token is restricted to them. */
  readonly capabilities?: readonly string[];
  readonly groups?: readonly string[];
}

export interface TokenService extends TokenMinter {
  /**
   * Verifies an OIDC token for an identity, and signs a platform token. Throws PlatformError: INVALID_ARGUMENT for an
   * invalid request, UNAUTHENTICATED for a token that cannot be verified, PERMISSION_DENIED for a verified token that
   * may not assume the identity, UNAVAILABLE while its issuer is unavailable, RESOURCE_EXHAUSTED if the patterns of the
   * identity's organization take too long.
   */
  exchange(request: ExchangeRequest): Promise<IssuedToken>;
  /** Throws INVALID_ARGUMENT if an identity provider belongs to another organization than the given one. */
  requireOrganization(organization: string, identityProvider: string): Promise<void>;
  /** Throws INVALID_ARGUMENT if a token cannot be issued for these audiences. */
  requireAudiences(audiences: readonly string[]): void;
  /** Signs a token for an identity that is already authenticated. Throws INVALID_ARGUMENT for invalid audiences. */
  issue(request: IssueRequest): Promise<IssuedToken>;
  /** Returns the discovery document of an organization's issuer, cached for minutes. Rejects with a FetchError. */
  discover(issuer: string, organization: string): Promise<Discovery>;
  /** Returns the public keys of an organization's issuer, cached for minutes. Rejects with a FetchError. */
  keysOf(issuer: string, organization: string): Promise<JSONWebKeySet>;
  /** Verifies an identity token of a person. Throws UNAUTHENTICATED, UNAVAILABLE. */
  verifyIdToken(expectation: IdTokenExpectation): Promise<Person>;
  /**
   * Identifies the bearer of a token issued for this service by any issuer, known or not; fetches of the issuer's keys
   * count against `organization`. `identityUid` is set for platform tokens. Throws UNAUTHENTICATED, UNAVAILABLE,
   * PERMISSION_DENIED for restricted platform tokens.
   */
  identifyBearer(token: string, organization: string): Promise<Person & { readonly identityUid?: string }>;
  /** Verifies a bearer token of the API, but not that its identity still exists. Throws UNAUTHENTICATED. */
  verifyAccessToken(token: string): Promise<VerifiedToken>;
  /** Verifies a bearer token of the API, or of another audience. Throws UNAUTHENTICATED. */
  verify(token: string, audience?: string): Promise<VerifiedToken>;
  /** Returns the identity, audiences and restrictions of a bearer token of the API. Throws UNAUTHENTICATED. */
  whoAmI(token: string): Promise<Bearer>;
  /**
   * Adds a signing key that takes over within minutes; with `revoke`, immediately, which invalidates the tokens of all
   * other keys.
   */
  rotateKeys(options?: { readonly revoke?: boolean }): Promise<void>;
  jwks(): Promise<JSONWebKeySet>;
  /** Returns the OpenID Connect discovery document of auth_url. */
  discovery(): Readonly<Record<string, unknown>>;
}

const LIFETIME_SECONDS = 3600;

/** Longer than 80 lines because it lists the service's methods, which share its keys. */
export function createTokenService(options: TokenServiceOptions): TokenService {
  const {
    identities,
    authUrl,
    baseUrl,
    registryHost,
    clock = Date.now,
    onRejected = () => {},
    countExchange = () => {},
  } = options;
  const { tokenLifetime = LIFETIME_SECONDS } = options;
  const budget = new PatternBudget();
  const externalKeys = new IssuerKeys(options.fetchJson, clock);
  const signingKeys = new SigningKeys(options.keys, clock);
  const own = new PlatformTokens({ keys: signingKeys, authUrl, now: clock });
  /** Uses the platform's own keys directly: the service need not be able to reach itself. */
  const issuerKeys: KeySource = {
    keysOf: async (issuer, ...wanted) =>
      own.isIssuer(issuer) ? createLocalJWKSet(await signingKeys.jwks()) : externalKeys.keysOf(issuer, ...wanted),
  };

  const assumed = new IdentityResolver({
    identities,
    organizations: options.organizations,
    issuerKeys,
    now: clock,
    budget,
    defaultAudiences: () => [authUrl(), baseUrl()],
    isPlatformIssuer: (issuer) => own.isIssuer(issuer),
    onRejected,
  });

  function requireAudiences(audiences: readonly string[]): void {
    const served = [baseUrl(), ...(registryHost ? [registryHost] : [])];
    if (audiences.length === 0 || audiences.some((audience) => !served.includes(audience)))
      throw invalidArgument({ path: ["aud"], problem: `must be ${served.join(" or ")}` });
  }

  async function issue({ audiences, ...request }: IssueRequest): Promise<IssuedToken> {
    requireAudiences(audiences);
    const signed = await own.sign({
      ...request,
      audiences: [...new Set(audiences)],
      lifetimeSeconds: tokenLifetime,
    });
    identities.markSeen(request.identityUid, new Date(clock()).toISOString());
    return signed;
  }

  async function verify(token: string, audience = baseUrl()): Promise<VerifiedToken> {
    const verified = await own.verify(token, audience);
    await requireCurrent(identities, verified);
    return verified;
  }

  return {
    exchange: async ({ token: text, audiences, identity: identityUid, organization, restrictions = {} }) => {
      requireAudiences(audiences);
      if (identityUid !== undefined && !isUid(identityUid))
        throw invalidArgument({ path: ["identity"], problem: "must be the uid of an identity" });
      const token = parseToken(text);
      // A platform token limits the new one, for any identity: it can be neither widened nor renewed.
      const parentToken = own.isIssuer(token.issuer) ? await verify(text) : undefined;
      const named = identityUid ?? parentToken?.identityUid;
      if (organization !== undefined && named !== undefined)
        await assumed.requireOrganization(organization, named, "identity");
      const isSame = parentToken && named === parentToken.identityUid;
      const credential = isSame
        ? credentialOf(parentToken)
        : credentialFor(await assumed.find(token, { identityUid, organization }));
      countExchange(credential.identityUid);
      return issue({
        ...credential,
        ...(parentToken && inheritedClaims(parentToken, credential)),
        audiences,
        restrictions: intersectRestrictions(restrictions, parentToken?.restrictions ?? {}),
        notAfter: parentToken?.expiresAt,
      });
    },

    requireOrganization: (organization, uid) => assumed.requireOrganization(organization, uid, "identity provider"),

    requireAudiences,

    issue,

    discover: (issuer, organization) => externalKeys.discovery(issuer, organization),

    keysOf: async (issuer, organization) => (await issuerKeys.keysOf(issuer, undefined, organization)).jwks(),

    verifyIdToken: async (expectation) => {
      // The person's next token would lose the restrictions and expiry of the platform token.
      if (own.isIssuer(expectation.issuer)) throw unauthenticated("the platform cannot be its own identity provider");
      return verifyIdToken(expectation, { issuerKeys: externalKeys, now: clock, budget });
    },

    identifyBearer: async (token, organization) => {
      const { issuer } = parseToken(token);
      if (!own.isIssuer(issuer))
        return verifyProof(token, [authUrl(), baseUrl()], organization, { issuerKeys: externalKeys, now: clock });
      const verified = await own.verify(token, baseUrl());
      // The identity's new permissions would outlast the token and its restrictions.
      if (Object.keys(verified.restrictions).length > 0)
        throw new PlatformError(
          "PERMISSION_DENIED",
          "Permission denied: a restricted token cannot prove its bearer's identity",
        );
      const { uid, email } = await requireCurrent(identities, verified);
      return { issuer: authUrl(), subject: uid, identityUid: uid, ...(email ? { email } : {}) };
    },

    mint: async ({ identityUid, audience = OWN_STORE, lifetimeSeconds = LIFETIME_SECONDS }) => {
      const identity = await identities.get(identityUid);
      if (!identity) throw notFound("Identity", identityUid);
      if (identity.disabled)
        throw failedPrecondition("IDENTITY_DISABLED", "the identity is disabled: enable it first", identityUid);
      const { token } = await own.sign({ ...credentialFor(identity), audiences: [audience], lifetimeSeconds });
      identities.markSeen(identityUid, new Date(clock()).toISOString());
      return token;
    },

    verifyAccessToken: (token) => own.verify(token, baseUrl()),

    verify,

    whoAmI: async (token) => {
      const verified = await own.verify(token, baseUrl());
      const { uid, name = "", description = "", email = "" } = await requireCurrent(identities, verified);
      return {
        identity: { uid, name, description, email },
        audiences: verified.audiences,
        expiry: new Date(verified.expiresAt).toISOString(),
        ...verified.restrictions,
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
