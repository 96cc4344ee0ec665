import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { githubRequestVariables } from "../workloads";
import { errorReply, type Reply, type Request, type Routes, serve } from "./http";
import { algorithm, type KeyChoice, KeyRing, type PublicKeys } from "./keys";
import { loginRoutes, type OfflineLogin } from "./logins";

export interface IssuerOptions {
  /** A loopback host; defaults to 127.0.0.1. */
  readonly host?: string;
  /** Defaults to 0, which picks a free port. */
  readonly port?: number;
  /** The issuer in tokens and discovery; defaults to the URL with `path` appended. */
  readonly issuer?: string;
  /** The path of discovery below the URL, such as `/tenants/7`. */
  readonly path?: string;
  /** How long discovery and keys may be cached, in seconds; defaults to 300. */
  readonly maxAge?: number;
  /** Whether login responses contain the issuer and discovery announces it (RFC 9207); defaults to true. */
  readonly includesIssuer?: boolean;
}

/** The claims of a token. They override the issuer's own (`iss`, `iat`, `nbf`, `exp`, `jti`); undefined omits one. */
export interface TokenClaims {
  readonly [claim: string]: unknown;
  readonly sub: string;
  readonly aud: string | string[];
}

export interface SignOptions {
  /** Seconds until the token expires; defaults to 300. A negative number creates an expired token. */
  readonly expiresIn?: number;
  /** Defaults to the published key. */
  readonly key?: KeyChoice;
}

/** Requests received so far, including rejected ones. */
export interface RequestCounts {
  discovery: number;
  jwks: number;
  token: number;
}

export interface Issuer {
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** The URL of token requests: `GET ?subject=…&audience=…`; every other parameter becomes a claim. */
  readonly requestUrl: string;
  /** The bearer token that token requests must carry. */
  readonly requestToken: string;
  /** The client secret of every client that logs users in. */
  readonly clientSecret: string;
  readonly requests: Readonly<RequestCounts>;
  /** The currently published keys. */
  readonly jwks: PublicKeys;
  /** Returns a compact JWT. Claims are not validated, because tests need invalid tokens. */
  sign(claims: TokenClaims, options?: SignOptions): Promise<string>;
  /** Ends the logins of a user by invalidating their refresh tokens. */
  revokeRefreshTokens(user: string): void;
  /** Sets additional claims for a user's logins; undefined omits one. */
  setClaims(user: string, claims: Readonly<Record<string, unknown>>): void;
  /** Publishes a new key and withdraws the previous one. */
  rotate(): Promise<void>;
  /** Returns the environment of a GitHub Actions job with this subject and additional claims. */
  githubEnvironment(subject: string, claims?: Readonly<Record<string, string>>): Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts an issuer with its own keys. Rejects if the host is not loopback or the port is in use. Longer than 80 lines
 * because its routes share the keys.
 */
export async function startIssuer(options: IssuerOptions = {}): Promise<Issuer> {
  const { host = "127.0.0.1", port = 0, path = "", maxAge = 300, includesIssuer = true } = options;
  const keys = await KeyRing.create();
  const requestToken = randomBytes(32).toString("base64url");
  const clientSecret = randomBytes(32).toString("base64url");
  const refreshTokens = new Map<string, OfflineLogin>();
  const claimsByUser = new Map<string, Readonly<Record<string, unknown>>>();
  const requests: RequestCounts = { discovery: 0, jwks: 0, token: 0 };
  const cached = (body: unknown): Reply => ({
    status: 200,
    headers: { "cache-control": `public, max-age=${maxAge}` },
    body,
  });

  const routes: Routes = {
    [`GET ${path}/.well-known/openid-configuration`]: () => {
      requests.discovery += 1;
      return cached({
        issuer,
        jwks_uri: `${server.url}/jwks`,
        authorization_endpoint: `${server.url}/authorize`,
        token_endpoint: `${server.url}/token`,
        authorization_response_iss_parameter_supported: includesIssuer,
        token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
        code_challenge_methods_supported: ["S256"],
        response_types_supported: ["code", "id_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: [algorithm],
        scopes_supported: ["openid", "email", "profile", "offline_access"],
        claims_supported: ["iss", "sub", "aud", "iat", "nbf", "exp", "jti", "nonce", "email", "email_verified", "name"],
      });
    },
    "GET /jwks": () => {
      requests.jwks += 1;
      return cached(keys.jwks);
    },
    "GET /token": (request) => {
      requests.token += 1;
      return tokenReply(request);
    },
    ...loginRoutes({
      refreshTokens: refreshTokens,
      clientSecret,
      sign: (claims) => sign({ ...claims, ...claimsByUser.get(claims.sub) }),
      issuer: () => (includesIssuer ? issuer : undefined),
    }),
  };

  const server = await serve(host, port, routes);
  const issuer = options.issuer ?? `${server.url}${path}`;
  const requestUrl = `${server.url}/token`;

  async function sign(claims: TokenClaims, { expiresIn = 300, key = "current" }: SignOptions = {}): Promise<string> {
    const { kid, privateKey } = keys.choose(key);
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, iat: now, nbf: now, exp: now + expiresIn, jti: randomUUID(), ...claims };
    return new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid, typ: "JWT" }).sign(privateKey);
  }

  async function tokenReply({ url, headers }: Request): Promise<Reply> {
    const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
    if (bearer !== requestToken) {
      const message = 'the Authorization header must be "Bearer <request token>"';
      return errorReply(401, "unauthorized", message, { "www-authenticate": "Bearer" });
    }
    const { subject, audience, ...claims } = Object.fromEntries(url.searchParams);
    if (!subject) return errorReply(400, "invalid_request", "the parameter subject is missing");
    if (!audience) return errorReply(400, "invalid_request", "the parameter audience is missing");
    const reserved = Object.keys(claims).find((claim) => reservedClaims.has(claim));
    if (reserved) return errorReply(400, "invalid_request", `the claim ${reserved} cannot be requested`);
    return { status: 200, body: { value: await sign({ ...claims, sub: subject, aud: audience }) } };
  }

  return {
    url: server.url,
    issuer,
    requestUrl,
    requestToken,
    clientSecret,
    requests,
    get jwks() {
      return keys.jwks;
    },
    sign,
    revokeRefreshTokens: (user) => {
      for (const [token, login] of refreshTokens) if (login.user === user) refreshTokens.delete(token);
    },
    setClaims: (user, claims) => {
      claimsByUser.set(user, claims);
    },
    rotate: () => keys.rotate(),
    githubEnvironment: (subject, claims = {}) => ({
      [githubRequestVariables.url]: `${requestUrl}?${new URLSearchParams({ subject, ...claims })}`,
      [githubRequestVariables.token]: requestToken,
    }),
    close: server.close,
  };
}

/** Claims that cannot be set by token requests over HTTP. */
const reservedClaims: ReadonlySet<string> = new Set(["iss", "sub", "aud", "iat", "nbf", "exp", "jti"]);
