import { invalidArgument, rootOf, unauthenticated } from "../../../api";
import type { FetchJson } from "../../net/fetch-json";
import { RateLimit } from "../../net/rate-limit";
import type { RequestContext } from "../../net/request-info";
import { type Clock, incrementAllGrants, type Store, sessions as storedSessions } from "../../store";
import type { ExchangeRequest, IssuedToken, TokenService } from "../tokens";
import { type BeginRequest, BrowserLogins, type CallbackRequest, type RedeemRequest } from "./browser-login";
import { type HeadlessLogin, HeadlessLogins, type PollRequest } from "./headless-login";
import { IdentityProviderClient, type RejectedLogin } from "./identity-provider-client";
import { type RedeemedInvite, redeemInvite, requireInvite } from "./invites";
import { identityOf } from "./people";
import { type Provider, providerOf, providersOf, requireProvider } from "./providers";
import { LoginSecrets } from "./secrets";
import { type OnRevoked, type Session, Sessions, type StartSession } from "./sessions";

/**
 * The login starts allowed per second, per organization; requests without an organization share one limit. The caller
 * is not authenticated.
 */
const LOGIN_STARTS_PER_SECOND = 100;

export interface TokenPair {
  readonly token: IssuedToken;
  /** Replaces the used refresh token. */
  readonly refreshToken: IssuedToken;
}

export interface LoginService {
  /** Returns the identity providers of an organization, by its name or uid; empty if it does not exist. */
  providersOf(organization: string): Promise<readonly Pick<Provider, "uid" | "name">[]>;
  /**
   * Begins a login, and returns the identity provider's URL for the browser. Throws NOT_FOUND for an unknown provider
   * or code, FAILED_PRECONDITION, UNAVAILABLE, RESOURCE_EXHAUSTED; throws FailedLogin if a command line on the browser's
   * machine waits, unless the login can be retried.
   */
  begin(request: BeginRequest): Promise<string>;
  /**
   * Completes a login that returns from the identity provider. Returns the URL for the browser, or nothing if the
   * command line is on another machine. Throws UNAUTHENTICATED; throws FailedLogin once the browser is known to be the
   * one that began the login, unless the login can be retried.
   */
  finish(request: CallbackRequest): Promise<{ readonly redirect?: string }>;
  /**
   * Redeems the single-use code that the browser passed to the command line. Throws UNAUTHENTICATED, INVALID_ARGUMENT.
   */
  redeem(request: RedeemRequest): Promise<Session>;
  /** Returns the identity provider with this uid. Throws NOT_FOUND. */
  provider(uid: string): Promise<Pick<Provider, "uid" | "name">>;
  /**
   * Begins a login for a command line without a browser, at the given identity provider or one that the person chooses.
   * Throws NOT_FOUND, RESOURCE_EXHAUSTED.
   */
  beginHeadless(organization: string | undefined, identityProvider?: string | undefined): Promise<HeadlessLogin>;
  /** Returns whether a login without a browser is in progress with this code. */
  isPending(userCode: string): Promise<boolean>;
  /**
   * Returns the tokens of a login without a browser, once; undefined until the person has logged in. Throws
   * UNAUTHENTICATED, and the error of a failed login.
   */
  poll(request: PollRequest): Promise<Session | undefined>;
  /**
   * Exchanges a refresh token, which is single-use, for an access token and the next refresh token. Throws
   * UNAUTHENTICATED, INVALID_ARGUMENT.
   */
  refresh(request: Pick<ExchangeRequest, "token" | "audiences" | "restrictions" | "context">): Promise<TokenPair>;
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
  /** Reports why an identity provider rejected a login or could not be reached. */
  readonly onRejected?: (login: RejectedLogin) => void;
  /** Counts an exchange toward the identity's rate limit. Throws RESOURCE_EXHAUSTED. */
  readonly countExchange?: (identityUid: string) => void;
  readonly clock: Clock;
  /** Allows plain-http endpoints of identity providers on loopback. */
  readonly dev: boolean;
}

export function createLoginService(options: LoginServiceOptions): LoginService {
  const { store, tokens, fetchJson, authUrl, clock, dev, onRevoked, onRejected = () => {} } = options;
  const { db } = store;
  const client = new IdentityProviderClient({ fetchJson, tokens, authUrl, dev, onRejected });
  const sessions = new Sessions({ store, client, clock, onRevoked });
  const secrets = new LoginSecrets(db, clock);
  const beginLimit = new RateLimit(LOGIN_STARTS_PER_SECOND, clock);
  const now = () => new Date(clock()).toISOString();
  const startSession: StartSession = async (loggedIn, secret, audiences) => {
    const { credential, refreshToken, until } = await sessions.begin(loggedIn, secret);
    return { ...(await tokens.issue({ ...credential, audiences, notAfter: until })), refreshToken };
  };
  const headless = new HeadlessLogins({ secrets, startSession, authUrl, clock });
  const browser = new BrowserLogins({ store, client, secrets, headless, startSession, beginLimit, clock });

  return {
    providersOf: (organization) => providersOf(db, organization),
    begin: (request) => browser.begin(request),
    finish: (request) => browser.finish(request),

    // Audiences are validated first, so that an invalid request does not consume a code or refresh token.
    redeem: async (request) => {
      tokens.requireAudiences(request.audiences);
      return browser.redeem(request);
    },

    provider: (uid) => requireProvider(db, uid),

    beginHeadless: async (organization, identityProvider) => {
      beginLimit.take("");
      if (identityProvider !== undefined) await requireProvider(db, identityProvider);
      return headless.begin(organization, identityProvider);
    },

    isPending: (userCode) => headless.isPending(userCode),

    poll: async (request) => {
      tokens.requireAudiences(request.audiences);
      return headless.poll(request);
    },

    refresh: async ({ token, audiences, restrictions, context }) => {
      tokens.requireAudiences(audiences);
      const next = await sessions.refresh(token, context);
      if (!next) throw unauthenticated("the refresh token was already used, has expired or is unknown; log in again");
      const { credential, refreshToken, expires, until } = next;
      const bounds = { ...(restrictions ? { restrictions } : {}), notAfter: until };
      const issued = await tokens.issue({ ...credential, audiences, ...bounds });
      return { token: issued, refreshToken: { token: refreshToken, expiry: expires } };
    },

    end: (token) => sessions.endByToken(token),

    endAll: () =>
      store.transaction(async (tx) => {
        await storedSessions.endAll(tx);
        await incrementAllGrants(tx);
      }),

    redeemInvite: async ({ token, code }) => {
      // Checked first, so that only the holder of an invite can make the service fetch an issuer's keys.
      const { uid } = await requireInvite(db, code, now());
      return redeemInvite(store, code, await tokens.identifyBearer(token, rootOf(uid)), now());
    },

    exchange: async ({ token, audiences, restrictions }, uid) => {
      const provider = await providerOf(db, uid);
      if (!provider)
        throw invalidArgument({ path: ["identity_provider"], problem: "must be the uid of an identity provider" });
      const credential = await identityOf(store, provider, await client.personOf(provider, token), now());
      options.countExchange?.(credential.identityUid);
      return tokens.issue({ ...credential, audiences, ...(restrictions ? { restrictions } : {}) });
    },
  };
}
