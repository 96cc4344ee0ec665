import { authPaths, type Code, invalidArgument, notFound, PlatformError, rootOf, unauthenticated } from "../../../api";
import { seal } from "../../core/operations/sealed";
import type { FetchJson } from "../../net/fetch-json";
import { RateLimit } from "../../net/rate-limit";
import type { RequestContext } from "../../net/request-context";
import type { Clock } from "../../store";
import { raiseGrants, type Store, sessions, singleUse } from "../../store";
import type { Exchanged, ExchangeRequest, TokenService } from "../tokens";
import { goodInvite, type Joined, join } from "./invites";
import { identityOf } from "./people";
import { type Provider, providerOf, providersOf } from "./providers";
import { challengeOf, newSecret, newUserCode } from "./secrets";
import { type LoggedIn, type OnRevoked, Sessions } from "./sessions";
import { type Asking, Upstream } from "./upstream";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long a person may take to log in. */
const LOGIN_MS = 10 * MINUTE;
/** How long a code is good that a browser carries to the command line. */
const CODE_MS = MINUTE;
/** How many logins a second may begin here, in one organization or without naming one: who begins is unknown. */
const BEGINS_PER_SECOND = 100;
/** How often a command line without a browser should ask. */
const POLL_SECONDS = 2;

/** Where the outcome of a login goes. */
export type Destination =
  | Loopback
  /** To a command line elsewhere, which shows the same code as the browser. */
  | { readonly userCode: string };

/** To a command line on the browser's machine: a loopback URL gets a code, good with the verifier of the challenge. */
interface Loopback {
  readonly redirect: string;
  readonly challenge: string;
  readonly state?: string;
}

/** Tokens for the API of a person who logged in. */
export interface Session extends Exchanged {
  readonly refreshToken: string;
}

export interface TokenPair {
  readonly token: Exchanged;
  /** Takes the place of the one that was used. */
  readonly refreshToken: Exchanged;
}

export interface HeadlessLogin {
  /** The secret with which the command line asks for its tokens. */
  readonly code: string;
  /** What both sides show. */
  readonly userCode: string;
  /** Where a person goes on, in a browser anywhere. */
  readonly url: string;
  /** RFC 3339. */
  readonly expiry: string;
  /** Seconds between two questions. */
  readonly interval: number;
}

export interface LoginService {
  /** The identity providers of an organization, by its name or uid; none alike where there is no such organization. */
  providersOf(organization: string): Promise<readonly Pick<Provider, "uid" | "name">[]>;
  /**
   * Begins a login: the URL of the identity provider to which the browser goes. `browser` is a secret that only this
   * browser has. Throws NOT_FOUND for a provider or code that there is not, FAILED_PRECONDITION, UNAVAILABLE,
   * RESOURCE_EXHAUSTED; a RefusedLogin where a command line on the browser's machine waits, unless it can be tried again.
   */
  begin(request: {
    readonly provider: string;
    readonly browser: string;
    readonly destination: Destination;
  }): Promise<string>;
  /**
   * Ends a login that comes back from the identity provider: where the browser goes next, or nothing where the command
   * line is elsewhere. Throws UNAUTHENTICATED; a RefusedLogin once the browser is known to be the one that began it, unless
   * the login can be tried again.
   */
  finish(answer: {
    /** The uid of the identity provider at whose address the browser came back. */
    readonly provider: string;
    readonly state: string;
    readonly browser: string;
    readonly code?: string | undefined;
    readonly issuer?: string | undefined;
    readonly context?: RequestContext | undefined;
  }): Promise<{ readonly redirect?: string }>;
  /** Redeems the code that the browser carried to the command line, once. Throws UNAUTHENTICATED, INVALID_ARGUMENT. */
  redeem(request: {
    readonly code: string;
    readonly verifier: string;
    readonly redirect: string;
    readonly audiences: readonly string[];
    readonly context?: RequestContext | undefined;
  }): Promise<Session>;
  /** The identity provider with a uid. Throws NOT_FOUND. */
  provider(uid: string): Promise<Pick<Provider, "uid" | "name">>;
  /**
   * Begins a login for a command line without a browser, at the identity provider that is named or at one that the person
   * chooses. Throws NOT_FOUND, RESOURCE_EXHAUSTED.
   */
  beginHeadless(organization: string | undefined, identityProvider?: string | undefined): Promise<HeadlessLogin>;
  /** Whether a login without a browser waits for this code. */
  awaits(userCode: string): Promise<boolean>;
  /**
   * The tokens of a login without a browser, once; undefined until the person has logged in. Throws UNAUTHENTICATED, and
   * what the login was refused with.
   */
  poll(request: {
    readonly code: string;
    readonly audiences: readonly string[];
    readonly context?: RequestContext | undefined;
  }): Promise<Session | undefined>;
  /** A fresh token for a refresh token, which works once and brings the next. Throws UNAUTHENTICATED, INVALID_ARGUMENT. */
  refresh(request: Pick<ExchangeRequest, "token" | "audiences" | "narrowing" | "context">): Promise<TokenPair>;
  /** Ends a session by one of its refresh tokens: its access tokens are refused from the next request on. Returns its uid. */
  end(refreshToken: string, context?: RequestContext): Promise<string | undefined>;
  /** Ends every session of every organization, and every login that is under way. */
  endAll(): Promise<void>;
  /**
   * Lets the bearer of a token, of any issuer's for this service or of ours, join a group by an invite's code. Throws
   * UNAUTHENTICATED, INVALID_ARGUMENT, PERMISSION_DENIED for an invite of someone else.
   */
  join(request: {
    readonly token: string;
    readonly code: string;
    readonly context?: RequestContext | undefined;
  }): Promise<Joined>;
  /** Exchanges an identity token of an identity provider for a token of the person. Throws as an exchange does. */
  exchange(request: Omit<ExchangeRequest, "identity">, provider: string): Promise<Exchanged>;
}

export interface LoginServiceOptions {
  readonly store: Store;
  readonly tokens: TokenService;
  readonly fetchJson: FetchJson;
  readonly authUrl: () => string;
  readonly onRevoked?: OnRevoked;
  /** Counts an exchange as its identity's. Throws RESOURCE_EXHAUSTED. */
  readonly countExchange?: (identityUid: string) => void;
  readonly clock: Clock;
  /** Lets identity providers have plain http endpoints on this machine. */
  readonly dev: boolean;
}

/** How a login without a browser ended: with who logged in, or with why nobody could. */
type Ended = LoggedIn | { readonly refused: { readonly code: Code; readonly message: string } };

/** What ends by itself: the person can go on with the same code. */
const passing: readonly Code[] = ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED", "DEADLINE_EXCEEDED"];

/** A login at an identity provider that is under way. */
interface Begun extends Asking {
  readonly provider: string;
  /** What the provider was as the login began: a code belongs to one client of one issuer. */
  readonly issuer: string;
  readonly generation: number;
  /** The browser's secret, as a challenge. */
  readonly browser: string;
  readonly destination: Destination;
}

/** Why nobody was logged in, which a browser takes to the command line that waits on its machine. */
export class RefusedLogin extends PlatformError {
  constructor(
    { code, message, http, details, metadata, cause }: PlatformError,
    /** The loopback URL with the reason. */
    readonly redirect: string,
  ) {
    super(code, message, { http, details, metadata, cause });
  }
}

export function createLoginService(options: LoginServiceOptions): LoginService {
  const { store, tokens, fetchJson, authUrl, clock, dev, onRevoked } = options;
  const upstream = new Upstream(fetchJson, tokens, dev);
  const going = new Sessions({ store, upstream, clock, onRevoked });
  const begins = new RateLimit(BEGINS_PER_SECOND, clock);
  const { db } = store;
  const timeIn = (milliseconds: number) => new Date(clock() + milliseconds).toISOString();
  const now = () => timeIn(0);
  const keep = (kind: string, secret: string, data: object, milliseconds: number) =>
    singleUse.put(db, kind, secret, data, { now: now(), expires: timeIn(milliseconds) });
  const take = <T>(kind: string, secret: string) => singleUse.take<T>(db, kind, secret, now());
  const look = <T>(kind: string, secret: string) => singleUse.look<T>(db, kind, secret, now());

  async function required(uid: string): Promise<Provider> {
    const provider = await providerOf(db, uid);
    if (!provider) throw notFound("IdentityProvider", uid);
    return provider;
  }

  /** Begins a session for who logged in; `secret` is what redeemed the login. */
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
    const begun: Begun = { ...asking, provider: uid, issuer, generation, browser: challengeOf(browser), destination };
    await keep("login", state, begun, LOGIN_MS);
    return url;
  }

  /** What ends a login at a loopback address, whose command line would otherwise wait in vain. */
  const refusedAt = (destination: Loopback, error: PlatformError) =>
    new RefusedLogin(error, answerTo(destination, oauthErrorOf(error)));

  const isFinal = (error: unknown): error is PlatformError =>
    error instanceof PlatformError && !passing.includes(error.code);

  async function finish(answer: Parameters<LoginService["finish"]>[0]) {
    const begun = await take<Begun>("login", answer.state);
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

  /** Tells the command line elsewhere why nobody logged in, which it would await in vain. */
  async function refuse(userCode: string, { code, message }: PlatformError): Promise<void> {
    if (!(await take("user code", userCode))) return;
    await keep("logged in", userCode, { refused: { code, message } } satisfies Ended, LOGIN_MS);
  }

  async function finished(
    begun: Begun,
    { provider: uid, code, issuer }: Pick<Parameters<LoginService["finish"]>[0], "provider" | "code" | "issuer">,
  ) {
    const { destination } = begun;
    // Each provider has an address of its own, which is all that its client may be sent back to: one that sends browsers
    // on to another provider is not shown the code that this one gives them. RFC 9207 says the same with `iss`.
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
      ...(refreshToken ? { upstream: seal(secret, refreshToken) } : {}),
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
    // First, so that a mistake does not cost the refresh token.
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

    awaits: async (userCode) => (await look("user code", userCode)) !== undefined,

    poll: async ({ code, audiences }) => {
      tokens.requireAudiences(audiences);
      const waiting = await look<{ readonly userCode: string }>("poll", code);
      if (!waiting) throw unauthenticated("the code was used before or has expired; begin again");
      const ended = await take<Ended>("logged in", waiting.userCode);
      if (!ended) return undefined;
      await take("poll", code);
      if ("refused" in ended) throw new PlatformError(ended.refused.code, ended.refused.message);
      return session(ended, waiting.userCode, audiences);
    },

    refresh,

    end: (token) => going.endOf(token),

    endAll: () =>
      store.transaction(async (tx) => {
        await sessions.endAll(tx);
        await raiseGrants(tx);
      }),

    join: async ({ token, code }) => {
      // First: only who has an invite may make the service ask an issuer for its keys.
      const { uid } = await goodInvite(db, code, now());
      return join(store, code, await tokens.prove(token, rootOf(uid)), now());
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

/** The loopback URL with what is to be told there. */
function answerTo({ redirect, state }: Loopback, values: Record<string, string>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries({ ...values, ...(state === undefined ? {} : { state }) }))
    url.searchParams.set(name, value);
  return url.href;
}

/** How much of a reason is told: it goes through a URL. */
const MAX_DESCRIPTION = 1000;

/** An error response as RFC 6749, 4.1.2.1, has it, with the characters that it allows. */
const oauthErrorOf = ({ code, message }: PlatformError): Record<string, string> => ({
  error: code === "UNAUTHENTICATED" || code === "PERMISSION_DENIED" ? "access_denied" : "server_error",
  error_description: message
    .replace(/["\\]/g, "'")
    .replace(/[^ -~]/g, "?")
    .slice(0, MAX_DESCRIPTION),
});
