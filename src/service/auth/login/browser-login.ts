import { type Code, PlatformError, unauthenticated } from "../../../api";
import { encrypt } from "../../core/operations/encryption";
import type { RateLimit } from "../../net/rate-limit";
import type { RequestContext } from "../../net/request-info";
import type { Clock, Store } from "../../store";
import { type HeadlessLogins, LOGIN_MS } from "./headless-login";
import type { AuthorizationRequest, AuthorizationResponse, IdentityProviderClient } from "./identity-provider-client";
import { identityOf } from "./people";
import { requireProvider } from "./providers";
import { challengeOf, type LoginSecrets, newSecret } from "./secrets";
import type { LoggedIn, Session, StartSession } from "./sessions";

/** How long the code that a browser passes to the command line is valid. */
const CODE_MS = 60_000;

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

export interface BeginRequest {
  /** The uid of the identity provider. */
  readonly provider: string;
  /** A secret that only this browser has. */
  readonly browser: string;
  readonly destination: Destination;
}

/** The request with which the browser returns from the identity provider. */
export interface CallbackRequest {
  /** The uid of the identity provider in the callback's path. */
  readonly provider: string;
  readonly state: string;
  readonly browser: string;
  readonly response: AuthorizationResponse;
  readonly context?: RequestContext | undefined;
}

export interface RedeemRequest {
  readonly code: string;
  readonly verifier: string;
  readonly redirect: string;
  readonly audiences: readonly string[];
  readonly context?: RequestContext | undefined;
}

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

/** A failed login whose error is redirected to the command line waiting on the same machine. */
export class LoginFailedError extends PlatformError {
  constructor(
    { code, message, http, details, metadata, cause }: PlatformError,
    /** The loopback URL with the error. */
    readonly redirect: string,
  ) {
    super(code, message, { http, details, metadata, cause });
  }
}

/** Temporary errors, after which the person can retry with the same code. */
const temporaryCodes: readonly Code[] = ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED", "DEADLINE_EXCEEDED"];

const isFinal = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && !temporaryCodes.includes(error.code);

export interface BrowserLoginsOptions {
  readonly store: Store;
  readonly client: IdentityProviderClient;
  readonly secrets: LoginSecrets;
  readonly headless: HeadlessLogins;
  readonly startSession: StartSession;
  /** Limits the logins that may begin in one organization. */
  readonly beginLimit: RateLimit;
  readonly clock: Clock;
}

/** Logins in a browser: begins them at the identity provider, and passes their result to the destination. */
export class BrowserLogins {
  constructor(private readonly options: BrowserLoginsOptions) {}

  async begin(request: BeginRequest): Promise<string> {
    const { destination } = request;
    try {
      return await this.#begin(request);
    } catch (error) {
      throw isFinal(error) && "redirect" in destination ? failedLogin(destination, error) : error;
    }
  }

  async #begin({ provider: uid, browser, destination }: BeginRequest): Promise<string> {
    const { store, client, secrets, headless, beginLimit } = this.options;
    const provider = await requireProvider(store.db, uid);
    beginLimit.take(provider.organization);
    if ("userCode" in destination && !(await headless.isPending(destination.userCode)))
      throw unauthenticated("the code is unknown or has expired");
    const request = { nonce: newSecret(), verifier: newSecret() };
    const state = newSecret();
    const url = await client.authorizationUrl(provider, request, state);
    const { issuer, generation } = provider;
    const pending: PendingLogin = {
      ...request,
      provider: uid,
      issuer,
      generation,
      browser: challengeOf(browser),
      destination,
    };
    await secrets.put("login", state, pending, LOGIN_MS);
    return url;
  }

  async finish(request: CallbackRequest): Promise<{ readonly redirect?: string }> {
    const { secrets, headless } = this.options;
    const pending = await secrets.take<PendingLogin>("login", request.state);
    if (!pending || pending.browser !== challengeOf(request.browser))
      throw unauthenticated(
        "the login was started in another browser, is already completed, or has expired; start again",
      );
    try {
      return await this.#finish(pending, request);
    } catch (error) {
      if (!isFinal(error)) throw error;
      const { destination } = pending;
      if ("redirect" in destination) throw failedLogin(destination, error);
      await headless.fail(destination.userCode, error);
      throw error;
    }
  }

  async #finish(pending: PendingLogin, { provider: uid, response }: CallbackRequest) {
    const { store, client, secrets, headless, clock } = this.options;
    const { destination } = pending;
    // Each provider has its own redirect URI, which prevents mix-up attacks: a provider that forwards browsers to
    // another provider does not receive the code that the other one issues. RFC 9207 prevents them with `iss`.
    if (uid !== pending.provider || (response.issuer !== undefined && response.issuer !== pending.issuer))
      throw unauthenticated("the login response is from another identity provider; start again");
    const provider = await requireProvider(store.db, pending.provider);
    if (provider.generation !== pending.generation)
      throw unauthenticated("the identity provider changed during the login; log in again");
    const { person, refreshToken } = await client.redeem(provider, pending, response);
    const credential = await identityOf(store, provider, person, new Date(clock()).toISOString());
    const loggedInWith = (secret: string): LoggedIn => ({
      ...credential,
      issuer: provider.issuer,
      clientId: provider.clientId,
      ...(refreshToken ? { upstream: encrypt(secret, refreshToken) } : {}),
    });
    if ("userCode" in destination) {
      await headless.complete(destination.userCode, loggedInWith(destination.userCode));
      return {};
    }
    const secret = newSecret();
    await secrets.put("code", secret, { ...loggedInWith(secret), ...destination }, CODE_MS);
    return { redirect: withParameters(destination, { code: secret }) };
  }

  async redeem({ code, verifier, redirect, audiences }: RedeemRequest): Promise<Session> {
    const { secrets, startSession } = this.options;
    const found = await secrets.take<LoggedIn & Loopback>("code", code);
    if (!found || found.redirect !== redirect || found.challenge !== challengeOf(verifier))
      throw unauthenticated("the code was already used, has expired or belongs to another login");
    return startSession(found, code, audiences);
  }
}

/** Passes an error to the loopback URL, so that the command line does not wait until the login expires. */
const failedLogin = (destination: Loopback, error: PlatformError): LoginFailedError =>
  new LoginFailedError(error, withParameters(destination, oauthErrorOf(error)));

/** Returns the loopback URL with additional query parameters. */
function withParameters({ redirect, state }: Loopback, values: Record<string, string>): string {
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
