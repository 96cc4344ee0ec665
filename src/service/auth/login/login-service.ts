import { authPaths, type Code, invalidArgument, notFound, PlatformError, rootOf, unauthenticated } from "../../../api";
import { encrypt } from "../../core/operations/encryption";
import type { FetchJson } from "../../net/fetch-json";
import { RateLimit } from "../../net/rate-limit";
import type { RequestContext } from "../../net/request-info";
import type { Clock } from "../../store";
import { incrementAllGrants, type Store, sessions, singleUse } from "../../store";
import type { ExchangeRequest, IssuedToken, TokenService } from "../tokens";
import { type AuthorizationRequest, IdentityProviderClient } from "./identity-provider-client";
import { type RedeemedInvite, redeemInvite, requireInvite } from "./invites";
import { identityOf } from "./people";
import { type Provider, providerOf, providersOf } from "./providers";
import { challengeOf, newSecret, newUserCode } from "./secrets";
import { type LoggedIn, type OnRevoked, Sessions } from "./sessions";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long a person may take to log in. */
const LOGIN_MS = 10 * MINUTE;
/** How long the code that a browser passes to the command line is valid. */
const CODE_MS = MINUTE;
/**
 * The number of logins per second that may begin in one organization, or without naming one: the caller is not
 * authenticated.
 */
const BEGINS_PER_SECOND = 100;
/** The polling interval of a command line without a browser. */
const POLL_SECONDS = 2;

/** The receiver of a login's result. */
export type Destination =
  | Loopback
  /** A command line on another machine, which shows the same code as the browser. */
  | { readonly userCode: string };

/**
 * A command line on the browser's machine: its loopback URL receives a code, which is redeemed with the verifier of the
 * challenge.
 */
interface Loopback {
  readonly redirect: string;
  readonly challenge: string;
  readonly state?: string;
}

/** The API tokens of a person who logged in. */
export interface Session extends IssuedToken {
  readonly refreshToken: string;
}

export interface TokenPair {
  readonly token: IssuedToken;
  /** Replaces the used refresh token. */
  readonly refreshToken: IssuedToken;
}

export interface HeadlessLogin {
  /** The secret with which the command line polls for its tokens. */
  readonly code: string;
  /** The code shown on both sides. */
  readonly userCode: string;
  /** The page on which the person continues, in a browser on any machine. */
  readonly url: string;
  /** RFC 3339. */
  readonly expiry: string;
  /** The polling interval in seconds. */
  readonly interval: number;
}

export interface LoginService {
  /** Returns the identity providers of an organization, by its name or uid; empty also if it does not exist. */
  providersOf(organization: string): Promise<readonly Pick<Provider, "uid" | "name">[]>;
  /**
   * Begins a login, and returns the identity provider's URL for the browser. `browser` is a secret that only this
   * browser has. Throws NOT_FOUND for an unknown provider or code, FAILED_PRECONDITION, UNAVAILABLE,
   * RESOURCE_EXHAUSTED; throws RefusedLogin if a command line on the browser's machine waits, unless the login can be
   * retried.
   */
  begin(request: {
    readonly provider: string;
    readonly browser: string;
    readonly destination: Destination;
  }): Promise<string>;
  /**
   * Completes a login that returns from the identity provider. Returns the URL for the browser, or nothing if the
   * command line is on another machine. Throws UNAUTHENTICATED; throws RefusedLogin once the browser is known to be the
   * one that began the login, unless the login can be retried.
   */
  finish(answer: {
    /** The uid of the identity provider in the callback's address. */
    readonly provider: string;
    readonly state: string;
    readonly browser: string;
    readonly code?: string | undefined;
    readonly issuer?: string | undefined;
    readonly context?: RequestContext | undefined;
  }): Promise<{ readonly redirect?: string }>;
  /**
   * Redeems the single-use code that the browser passed to the command line. Throws UNAUTHENTICATED, INVALID_ARGUMENT.
   */
  redeem(request: {
    readonly code: string;
    readonly verifier: string;
    readonly redirect: string;
    readonly audiences: readonly string[];
    readonly context?: RequestContext | undefined;
  }): Promise<Session>;
  /** Returns the identity provider with this uid. Throws NOT_FOUND. */
  provider(uid: string): Promise<Pick<Provider, "uid" | "name">>;
  /**
   * Begins a login for a command line without a browser, at the given identity provider or one that the person chooses.
   * Throws NOT_FOUND, RESOURCE_EXHAUSTED.
   */
  beginHeadless(organization: string | undefined, identityProvider?: string | undefined): Promise<HeadlessLogin>;
  /** Returns whether a login without a browser waits for this code. */
  isPending(userCode: string): Promise<boolean>;
  /**
   * Returns the tokens of a login without a browser, once; undefined until the person has logged in. Throws
   * UNAUTHENTICATED, and the error of a failed login.
   */
  poll(request: {
    readonly code: string;
    readonly audiences: readonly string[];
    readonly context?: RequestContext | undefined;
  }): Promise<Session | undefined>;
  /**
   * Exchanges a refresh token, which is single-use, for an access token and the next refresh token. Throws
   * UNAUTHENTICATED, INVALID_ARGUMENT.
   */
  refresh(request: Pick<ExchangeRequest, "token" | "audiences" | "narrowing" | "context">): Promise<TokenPair>;
  /**
   * Ends a session by one of its refresh tokens: its access tokens are rejected from the next request on. Returns its
   * uid.
   */
  end(refreshToken: string, context?: RequestContext): Promise<string | undefined>;
  /** Ends all sessions of all organizations, and all logins in progress. */
  endAll(): Promise<void>;
  /**
   * Lets the bearer of a token join a group with an invite's code. The token may be the platform's own, or any issuer's
   * with this service as the audience. Throws UNAUTHENTICATED, INVALID_ARGUMENT, PERMISSION_DENIED for an invite of
   * another person.
   */
  redeemInvite(request: {
    readonly token: string;
    readonly code: string;
    readonly context?: RequestContext | undefined;
  }): Promise<RedeemedInvite>;
  /**
   * Exchanges an identity token of an identity provider for a token of the person. Throws the errors of an exchange.
   */
  exchange(request: Omit<ExchangeRequest, "identity">, provider: string): Promise<IssuedToken>;
}

export interface LoginServiceOptions {
  readonly store: Store;
  readonly tokens: TokenService;
  readonly fetchJson: FetchJson;
  readonly authUrl: () => string;
  readonly onRevoked?: OnRevoked;
  /** Counts an exchange toward the identity's rate limit. Throws RESOURCE_EXHAUSTED. */
  readonly countExchange?: (identityUid: string) => void;
  readonly clock: Clock;
  /** Allows plain-http endpoints of identity providers on loopback. */
  readonly dev: boolean;
}

/** The result of a login without a browser: who logged in, or why the login failed. */
type HeadlessResult = LoggedIn | { readonly refused: { readonly code: Code; readonly message: string } };

/** Temporary errors, after which the person can retry with the same code. */
const passing: readonly Code[] = ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED", "DEADLINE_EXCEEDED"];

/** A login in progress at an identity provider. */
interface PendingLogin extends AuthorizationRequest {
  readonly provider: string;
  /** The provider's state when the login began: a code belongs to one client of one issuer. */
  readonly issuer: string;
  readonly generation: number;
  /** A challenge derived from the browser's secret. */
  readonly browser: string;
  readonly destination: Destination;
}

/** A failed login, whose error the browser passes to the command line that waits on its machine. */
export class FailedLogin extends PlatformError {
  constructor(
    { code, message, http, details, metadata, cause }: PlatformError,
    /** The loopback URL with the error. */
    readonly redirect: string,
  ) {
    super(code, message, { http, details, metadata, cause });
  }
}

export function createLoginService(options: LoginServiceOptions): LoginService {
  const { store, tokens, fetchJson, authUrl, clock, dev, onRevoked } = options;
  const upstream = new IdentityProviderClient(fetchJson, tokens, dev);
  const going = new Sessions({ store, upstream, clock, onRevoked });
  const begins = new RateLimit(BEGINS_PER_SECOND, clock);
  const { db } = store;
  const timeIn = (milliseconds: number) => new Date(clock() + milliseconds).toISOString();
  const now = () => timeIn(0);
  const keep = (kind: string, secret: string, data: object, milliseconds: number) =>
    singleUse.put(db, kind, secret, data, { now: now(), expires: timeIn(milliseconds) });
  const take = <T>(kind: string, secret: string) => singleUse.take<T>(db, kind, secret, now());
  const look = <T>(kind: string, secret: string) => singleUse.peek<T>(db, kind, secret, now());

  async function required(uid: string): Promise<Provider> {
    const provider = await providerOf(db, uid);
    if (!provider) throw notFound("IdentityProvider", uid);
    return provider;
  }

  /** Begins a session for the person who logged in; `secret` redeemed the login. */
  async function session(loggedIn: LoggedIn, secret: string, audiences: readonly string[]): Promise<Session> {
    const { credential, refreshToken, until } = await going.begin(loggedIn, secret);
    return { ...(await tokens.issue({ ...credential, audiences, notAfter: until })), refreshToken };
  }

  async function begin({ provider: uid, browser, destination }: Parameters<LoginService["begin"]>[0]) {
    const provider = await required(uid);
    begins.take(provider.organization);
    if ("userCode" in destination && !(await look("user code", destination.userCode)))
      throw unauthenticated("the code is not one that a command line waits for, or it has expired");
    const redirectUri = `${authUrl()}${authPaths.callback}/${provider.uid}`;
    const asking = { redirectUri, nonce: newSecret(), verifier: newSecret() };
    const state = newSecret();
    const url = await upstream.authorizationUrl(provider, asking, state);
    const { issuer, generation } = provider;
    const begun: PendingLogin = {
      ...asking,
      provider: uid,
      issuer,
      generation,
      browser: challengeOf(browser),
      destination,
    };
    await keep("login", state, begun, LOGIN_MS);
    return url;
  }

  /** Ends a login with an error at its loopback URL, for which the command line would otherwise wait in vain. */
  const refusedAt = (destination: Loopback, error: PlatformError) =>
    new FailedLogin(error, answerTo(destination, oauthErrorOf(error)));

  const isFinal = (error: unknown): error is PlatformError =>
    error instanceof PlatformError && !passing.includes(error.code);

  async function finish(answer: Parameters<LoginService["finish"]>[0]) {
    const begun = await take<PendingLogin>("login", answer.state);
    if (!begun || begun.browser !== challengeOf(answer.browser))
      throw unauthenticated("this login was begun in another browser, was used before or has expired; begin again");
    try {
      return await finished(begun, answer);
    } catch (error) {
      if (!isFinal(error)) throw error;
      const { destination } = begun;
      if ("redirect" in destination) throw refusedAt(destination, error);
      await refuse(destination.userCode, error);
      throw error;
    }
  }

  /** Ends a login without a browser with an error, for which the command line would otherwise poll in vain. */
  async function refuse(userCode: string, { code, message }: PlatformError): Promise<void> {
    if (!(await take("user code", userCode))) return;
    await keep("logged in", userCode, { refused: { code, message } } satisfies HeadlessResult, LOGIN_MS);
  }

  async function finished(
    begun: PendingLogin,
    { provider: uid, code, issuer }: Pick<Parameters<LoginService["finish"]>[0], "provider" | "code" | "issuer">,
  ) {
    const { destination } = begun;
    // Each provider has its own callback address, the only redirect URI of its client: a provider that forwards
    // browsers to another provider does not receive the code that the other one issues. RFC 9207 prevents the same
    // attack with `iss`.
    if (uid !== begun.provider || (issuer !== undefined && issuer !== begun.issuer))
      throw unauthenticated("the login response is from another identity provider; begin again");
    if (code === undefined) throw unauthenticated("the identity provider did not log you in");
    const provider = await required(begun.provider);
    if (provider.generation !== begun.generation)
      throw unauthenticated("the identity provider changed since the login began; log in again");
    const { person, refreshToken } = await upstream.redeem(provider, begun, { code, issuer });
    const credential = await identityOf(store, provider, person, now());
    const loggedInWith = (secret: string): LoggedIn => ({
      ...credential,
      issuer: provider.issuer,
      clientId: provider.clientId,
      ...(refreshToken ? { upstream: encrypt(secret, refreshToken) } : {}),
    });
    if ("redirect" in destination) {
      const secret = newSecret();
      await keep("code", secret, { ...loggedInWith(secret), ...destination }, CODE_MS);
      return { redirect: answerTo(destination, { code: secret }) };
    }
    if (!(await take("user code", destination.userCode)))
      throw unauthenticated("the code was used before or has expired; begin again");
    await keep("logged in", destination.userCode, loggedInWith(destination.userCode), LOGIN_MS);
    return {};
  }

  async function refresh(request: Parameters<LoginService["refresh"]>[0]): Promise<TokenPair> {
    const { token, audiences, narrowing, context } = request;
    // Validated first, so that a mistake does not use up the refresh token.
    tokens.requireAudiences(audiences);
    const next = await going.refresh(token, context);
    if (!next) throw unauthenticated("the refresh token was used before, has expired or is unknown; log in again");
    const { credential, refreshToken, expires, until } = next;
    const issued = await tokens.issue({
      ...credential,
      audiences,
      ...(narrowing ? { narrowing } : {}),
      notAfter: until,
    });
    return { token: issued, refreshToken: { token: refreshToken, expiry: expires } };
  }

  return {
    providersOf: (organization) => providersOf(db, organization),
    begin: (request) =>
      begin(request).catch((error) => {
        const { destination } = request;
        throw isFinal(error) && "redirect" in destination ? refusedAt(destination, error) : error;
      }),
    finish,

    redeem: async ({ code, verifier, redirect, audiences }) => {
      tokens.requireAudiences(audiences);
      const found = await take<LoggedIn & { readonly redirect: string; readonly challenge: string }>("code", code);
      if (!found || found.redirect !== redirect || found.challenge !== challengeOf(verifier))
        throw unauthenticated("the code was used before, has expired or belongs to another login");
      return session(found, code, audiences);
    },

    provider: required,

    beginHeadless: async (organization, identityProvider) => {
      begins.take("");
      if (identityProvider !== undefined) await required(identityProvider);
      const [code, userCode] = [newSecret(), newUserCode()];
      await keep("user code", userCode, {}, LOGIN_MS);
      await keep("poll", code, { userCode }, LOGIN_MS);
      const query = new URLSearchParams({
        user_code: userCode,
        ...(organization ? { organization } : {}),
        ...(identityProvider ? { identity_provider: identityProvider } : {}),
      });
      const url = `${authUrl()}${authPaths.login}?${query}`;
      return { code, userCode, url, expiry: timeIn(LOGIN_MS), interval: POLL_SECONDS };
    },

    isPending: async (userCode) => (await look("user code", userCode)) !== undefined,

    poll: async ({ code, audiences }) => {
      tokens.requireAudiences(audiences);
      const waiting = await look<{ readonly userCode: string }>("poll", code);
      if (!waiting) throw unauthenticated("the code was used before or has expired; begin again");
      const ended = await take<HeadlessResult>("logged in", waiting.userCode);
      if (!ended) return undefined;
      await take("poll", code);
      if ("refused" in ended) throw new PlatformError(ended.refused.code, ended.refused.message);
      return session(ended, waiting.userCode, audiences);
    },

    refresh,

    end: (token) => going.endByToken(token),

    endAll: () =>
      store.transaction(async (tx) => {
        await sessions.endAll(tx);
        await incrementAllGrants(tx);
      }),

    redeemInvite: async ({ token, code }) => {
      // Checked first, so that only the holder of an invite can make the service fetch an issuer's keys.
      const { uid } = await requireInvite(db, code, now());
      return redeemInvite(store, code, await tokens.identifyBearer(token, rootOf(uid)), now());
    },

    exchange: async ({ token, audiences, narrowing }, uid) => {
      const provider = await providerOf(db, uid);
      if (!provider) throw invalidArgument({ path: ["identity_provider"], problem: "is not an identity provider" });
      const credential = await identityOf(store, provider, await upstream.personOf(provider, token), now());
      options.countExchange?.(credential.identityUid);
      return tokens.issue({ ...credential, audiences, ...(narrowing ? { narrowing } : {}) });
    },
  };
}

/** Returns the loopback URL with additional query parameters. */
function answerTo({ redirect, state }: Loopback, values: Record<string, string>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries({ ...values, ...(state === undefined ? {} : { state }) }))
    url.searchParams.set(name, value);
  return url.href;
}

/** The maximum length of an error description, because it is part of a URL. */
const MAX_DESCRIPTION = 1000;

/** Returns an error response as in RFC 6749, 4.1.2.1, limited to the characters it allows. */
const oauthErrorOf = ({ code, message }: PlatformError): Record<string, string> => ({
  error: code === "UNAUTHENTICATED" || code === "PERMISSION_DENIED" ? "access_denied" : "server_error",
  error_description: message
    .replace(/["\\]/g, "'")
    .replace(/[^ -~]/g, "?")
    .slice(0, MAX_DESCRIPTION),
});
