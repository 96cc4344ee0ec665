import { authPaths, failedPrecondition, type PlatformError, retryLater, unauthenticated } from "../../../api";
import { objectOrEmpty, snakeCase } from "../../../model";
import { FetchError, type FetchJson, transportProblem } from "../../net/fetch-json";
import type { Discovery, Person, TokenService } from "../tokens";
import type { Provider } from "./providers";
import { challengeOf } from "./secrets";

export interface AuthorizationRequest {
  readonly nonce: string;
  /** The PKCE verifier. */
  readonly verifier: string;
}

/** The parameters with which the browser returns from the provider. */
export interface AuthorizationResponse {
  readonly code?: string | undefined;
  /** The `error` of a provider that rejected the request (RFC 6749, 4.1.2.1). */
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
  /** The `iss` parameter (RFC 9207). */
  readonly issuer?: string | undefined;
}

type Endpoints = Discovery & Required<Pick<Discovery, "authorizationEndpoint" | "tokenEndpoint">>;

/** A login that an identity provider rejected, for the service's log. */
export interface RejectedLogin {
  readonly identityProvider: string;
  readonly reason: string;
  /** The status of the provider's response, if there was one. */
  readonly status?: number;
  /** The OAuth error of the provider, such as invalid_client. */
  readonly oauthError?: string;
}

export interface IdentityProviderClientOptions {
  readonly fetchJson: FetchJson;
  readonly tokens: TokenService;
  readonly authUrl: () => string;
  readonly dev: boolean;
  readonly onRejected: (login: RejectedLogin) => void;
}

/** The OpenID Connect client of identity providers. */
export class IdentityProviderClient {
  constructor(private readonly options: IdentityProviderClientOptions) {}

  /** Returns the callback address of a provider: the redirect URI of its client. */
  redirectUri(uid: string): string {
    return `${this.options.authUrl()}${authPaths.callback}/${uid}`;
  }

  /** Returns the URL on which a person logs in. */
  async authorizationUrl(
    provider: Provider,
    { nonce, verifier }: AuthorizationRequest,
    state: string,
  ): Promise<string> {
    const url = new URL((await this.#endpointsOf(provider)).authorizationEndpoint);
    const scopes = new Set(["openid", "email", "profile", ...provider.additionalScopes]);
    for (const [name, value] of Object.entries({
      response_type: "code",
      client_id: provider.clientId,
      redirect_uri: this.redirectUri(provider.uid),
      scope: [...scopes].join(" "),
      state,
      nonce,
      code_challenge: challengeOf(verifier),
      code_challenge_method: "S256",
    }))
      url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Redeems the code with which the browser returned. Returns the person, and the provider's refresh token if it issued
   * one.
   */
  async redeem(
    provider: Provider,
    { nonce, verifier }: AuthorizationRequest,
    { code, issuer, error, errorDescription }: AuthorizationResponse,
  ): Promise<{ readonly person: Person; readonly refreshToken?: string }> {
    if (code === undefined) throw this.#rejectedRequest(provider, error, errorDescription);
    const endpoints = await this.#endpointsOf(provider);
    if (endpoints.returnsIssuer && issuer !== provider.issuer)
      throw unauthenticated(
        `the login response has no "iss" parameter, although the discovery document of ${provider.name} announces it (authorization_response_iss_parameter_supported)`,
      );
    const { id_token: idToken, refresh_token: refreshToken } = await this.#requestToken(provider, endpoints, {
      grant_type: "authorization_code",
      code,
      redirect_uri: this.redirectUri(provider.uid),
      code_verifier: verifier,
    }).catch((error) => {
      throw this.#rejectedCode(provider, this.#rejection(provider, error));
    });
    if (typeof idToken !== "string") throw unusable(provider, "its token response has no id_token");
    const person = await this.personOf(provider, idToken, nonce);
    return isStorableToken(refreshToken) ? { person, refreshToken } : { person };
  }

  /**
   * Redeems a refresh token of the provider. Returns the next one if the provider rotates it, and the person if the
   * provider identifies them again. Throws {@link UpstreamSessionEndedError} if the provider no longer accepts the token,
   * UNAVAILABLE, FAILED_PRECONDITION, and PERMISSION_DENIED for a person who is no longer admitted.
   */
  async refresh(
    provider: Provider,
    token: string,
  ): Promise<{ readonly refreshToken?: string; readonly person?: Person }> {
    const endpoints = await this.#endpointsOf(provider);
    const form = { grant_type: "refresh_token", refresh_token: token };
    const response = await this.#requestToken(provider, endpoints, form).catch((error) => {
      if (error instanceof FetchError && error.problem === "invalid_grant") throw new UpstreamSessionEndedError();
      throw rejectedCredentials(provider, this.#rejection(provider, error));
    });
    const { id_token: idToken, refresh_token: refreshToken } = response;
    return {
      ...(isStorableToken(refreshToken) ? { refreshToken } : {}),
      ...(typeof idToken === "string" ? { person: await this.personOf(provider, idToken) } : {}),
    };
  }

  async #requestToken(
    { issuer, clientId, clientSecret, organization }: Provider,
    { tokenEndpoint, clientAuthMethods = [] }: Endpoints,
    grant: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const inForm =
      clientAuthMethods.includes("client_secret_post") && !clientAuthMethods.includes("client_secret_basic");
    const form = new URLSearchParams({
      ...grant,
      ...(clientSecret && !inForm ? {} : { client_id: clientId }),
      ...(clientSecret && inForm ? { client_secret: clientSecret } : {}),
    });
    const headers = clientSecret && !inForm ? { headers: { authorization: basic(clientId, clientSecret) } } : {};
    const request = { form, ...headers, namedBy: issuer, organization };
    return objectOrEmpty(await this.options.fetchJson(tokenEndpoint, request));
  }

  /** Logs a failed request to a provider. Returns how the provider rejected it, and throws any other error. */
  #rejection(provider: Provider, error: unknown): FetchError {
    if (!(error instanceof FetchError)) throw error;
    const { message: reason, status, problem } = error;
    this.#log(provider, { reason, ...(status ? { status } : {}), ...(problem ? { oauthError: problem } : {}) });
    if (isClientError(error)) return error;
    throw error.temporary
      ? retryLater("UNAVAILABLE", `Unavailable: ${provider.name} cannot be reached at the moment`, 5)
      : unusable(provider, error.message);
  }

  #log({ uid }: Provider, login: Omit<RejectedLogin, "identityProvider">): void {
    this.options.onRejected({ identityProvider: uid, ...login });
  }

  /** The browser returned without a code. */
  #rejectedRequest(provider: Provider, error: string | undefined, description: string | undefined): PlatformError {
    const reason = `it returned ${error ? `the error ${error}` : "neither a code nor an error"}`;
    this.#log(provider, { reason, ...(error ? { oauthError: error } : {}) });
    if (error === undefined || error === "access_denied" || isTemporary(error))
      return unauthenticated(`${provider.name} did not complete the login${error ? ` (${error})` : ""}; log in again`);
    const problem = `it rejected the login request with ${error}${description ? `: "${description}"` : ""}`;
    return unusable(
      provider,
      `${problem}; check its client ID, scopes and redirect URI ${this.redirectUri(provider.uid)}`,
    );
  }

  /** The token endpoint did not accept the code with which the browser returned. */
  #rejectedCode(provider: Provider, error: FetchError): PlatformError {
    if (error.problem === "invalid_grant")
      return unauthenticated(
        `${provider.name} rejected the code of this login (invalid_grant); log in again; if the error persists, set the redirect URI of its client to ${this.redirectUri(provider.uid)}`,
      );
    return rejectedCredentials(provider, error);
  }

  /** Returns the person in an identity token of the provider. */
  async personOf(provider: Provider, token: string, nonce?: string): Promise<Person> {
    this.#requireTransport(provider);
    const { issuer, organization, clientId, policy } = provider;
    return this.options.tokens.verifyIdToken({ token, issuer, organization, clientId, nonce, policy });
  }

  /** Throws FAILED_PRECONDITION if the provider's issuer may be used only in development. */
  #requireTransport(provider: Provider): void {
    const problem = transportProblem(new URL(provider.issuer), this.options.dev);
    if (problem)
      throw unusable(provider, `its issuer ${provider.issuer} cannot be used: ${problem}; change it to an https URL`);
  }

  /** Returns the provider's endpoints. Throws if codes and secrets would be sent to them in plaintext. */
  async #endpointsOf(provider: Provider): Promise<Endpoints> {
    this.#requireTransport(provider);
    const discovery = await this.options.tokens.discover(provider.issuer, provider.organization).catch((error) => {
      throw unusable(provider, this.#rejection(provider, error).message);
    });
    const { authorizationEndpoint = "", tokenEndpoint = "" } = discovery;
    for (const [name, endpoint] of Object.entries({ authorizationEndpoint, tokenEndpoint })) {
      const problem = URL.canParse(endpoint)
        ? transportProblem(new URL(endpoint), this.options.dev)
        : "it is not a URL";
      if (problem) throw unusable(provider, `its ${snakeCase(name)} cannot be used: ${problem}`);
    }
    return { ...discovery, authorizationEndpoint, tokenEndpoint };
  }
}

/** The provider no longer accepts a refresh token, because the login ended there. */
export class UpstreamSessionEndedError extends Error {
  override readonly name = "LoginEnded";
}

/** The maximum length of a provider's refresh token that is stored, in characters. */
const MAX_REFRESH_TOKEN = 16_384;
const isStorableToken = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_REFRESH_TOKEN;

const isClientError = ({ status }: FetchError): boolean => status !== undefined && status >= 400 && status < 500;

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

const unusable = ({ name, uid }: Provider, problem: string) =>
  failedPrecondition("IDENTITY_PROVIDER_UNUSABLE", `identity provider ${name} cannot be used: ${problem}`, uid);

/** Token endpoints usually reject requests because of wrong client credentials. */
const rejectedCredentials = (provider: Provider, { status, problem }: FetchError) =>
  unusable(
    provider,
    `it rejected the platform's client (${[`status ${status}`, problem].filter(Boolean).join(", ")}); check the client ID and the client secret`,
  );

/** Temporary errors of an authorization endpoint. */
const isTemporary = (error: string): boolean =>
  ["temporarily_unavailable", "server_error", "login_required"].includes(error);
