import { failedPrecondition, retryLater, unauthenticated } from "../../../api";
import { snakeCase } from "../../../model";
import { FetchError, type FetchJson, transportProblem } from "../../net/fetch-json";
import type { Discovery, Person, TokenService } from "../tokens";
import type { Provider } from "./providers";
import { challengeOf } from "./secrets";

export interface AuthorizationRequest {
  /** The URL to which the provider returns the browser. */
  readonly redirectUri: string;
  readonly nonce: string;
  /** The PKCE verifier. */
  readonly verifier: string;
}

/** The parameters with which the browser returns from the provider. */
export interface AuthorizationResponse {
  readonly code: string;
  /** The `iss` parameter (RFC 9207). */
  readonly issuer?: string | undefined;
}

type Endpoints = Discovery & Required<Pick<Discovery, "authorizationEndpoint" | "tokenEndpoint">>;

/** The OpenID Connect client of identity providers. */
export class IdentityProviderClient {
  constructor(
    private readonly fetchJson: FetchJson,
    private readonly tokens: TokenService,
    private readonly dev: boolean,
  ) {}

  /** Returns the URL on which a person logs in. */
  async authorizationUrl(
    provider: Provider,
    { redirectUri, nonce, verifier }: AuthorizationRequest,
    state: string,
  ): Promise<string> {
    const url = new URL((await this.#endpointsOf(provider)).authorizationEndpoint);
    const scopes = new Set(["openid", "email", "profile", ...provider.additionalScopes]);
    for (const [name, value] of Object.entries({
      response_type: "code",
      client_id: provider.clientId,
      redirect_uri: redirectUri,
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
    { redirectUri, nonce, verifier }: AuthorizationRequest,
    { code, issuer }: AuthorizationResponse,
  ): Promise<{ readonly person: Person; readonly refreshToken?: string }> {
    const endpoints = await this.#endpointsOf(provider);
    if (endpoints.returnsIssuer && issuer !== provider.issuer)
      throw unauthenticated(
        `the login response has no "iss" parameter, which ${provider.name} announces for all responses`,
      );
    const { id_token: idToken, refresh_token: refreshToken } = await this.#requestToken(provider, endpoints, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }).catch((error) => {
      throw toPlatformError(provider, error);
    });
    if (typeof idToken !== "string") throw unusable(provider, "its token response has no id_token");
    const person = await this.personOf(provider, idToken, nonce);
    return isStorableToken(refreshToken) ? { person, refreshToken } : { person };
  }

  /**
   * Redeems a refresh token of the provider. Returns the next one if the provider rotates it, and the person if the
   * provider identifies them again. Throws {@link LoginEnded} if the provider no longer accepts the token,
   * UNAVAILABLE, FAILED_PRECONDITION, and PERMISSION_DENIED for a person who is no longer admitted.
   */
  async refresh(
    provider: Provider,
    token: string,
  ): Promise<{ readonly refreshToken?: string; readonly person?: Person }> {
    const endpoints = await this.#endpointsOf(provider);
    const form = { grant_type: "refresh_token", refresh_token: token };
    const response = await this.#requestToken(provider, endpoints, form).catch((error) => {
      if (error instanceof FetchError && error.problem === "invalid_grant") throw new LoginEnded();
      if (error instanceof FetchError && isClientError(error))
        throw unusable(
          provider,
          "it rejected the platform's client credentials; check the client id and the client secret",
        );
      throw toPlatformError(provider, error);
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
    const answer = await this.fetchJson(tokenEndpoint, { form, ...headers, namedBy: issuer, organization });
    return typeof answer === "object" && answer !== null ? (answer as Readonly<Record<string, unknown>>) : {};
  }

  /** Returns the person in an identity token of the provider. */
  async personOf(provider: Provider, token: string, nonce?: string): Promise<Person> {
    this.#requireTransport(provider);
    const { issuer, organization, clientId, policy } = provider;
    return this.tokens.verifyIdToken({ token, issuer, organization, clientId, nonce, policy });
  }

  /** Throws FAILED_PRECONDITION if the provider's issuer may be used only in development. */
  #requireTransport(provider: Provider): void {
    const problem = transportProblem(new URL(provider.issuer), this.dev);
    if (problem)
      throw unusable(provider, `its issuer ${provider.issuer} cannot be used: ${problem}; change it to an https URL`);
  }

  /** Returns the provider's endpoints. Throws if codes and secrets would be sent to them in plaintext. */
  async #endpointsOf(provider: Provider): Promise<Endpoints> {
    this.#requireTransport(provider);
    const discovery = await this.tokens.discover(provider.issuer, provider.organization).catch((error) => {
      throw toPlatformError(provider, error);
    });
    const { authorizationEndpoint = "", tokenEndpoint = "" } = discovery;
    for (const [name, endpoint] of Object.entries({ authorizationEndpoint, tokenEndpoint })) {
      const problem = URL.canParse(endpoint) ? transportProblem(new URL(endpoint), this.dev) : "it is not a URL";
      if (problem) throw unusable(provider, `its ${snakeCase(name)} cannot be used: ${problem}`);
    }
    return { ...discovery, authorizationEndpoint, tokenEndpoint };
  }
}

/** The provider no longer accepts a refresh token, because the login ended there. */
export class LoginEnded extends Error {
  override readonly name = "UpstreamEnded";
}

/** The maximum length of a provider's refresh token that is stored, in characters. */
const MAX_REFRESH_TOKEN = 16_384;
const isStorableToken = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_REFRESH_TOKEN;

const isClientError = ({ status }: FetchError): boolean => status !== undefined && status >= 400 && status < 500;

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

const unusable = ({ name, uid }: Provider, problem: string) =>
  failedPrecondition("IDENTITY_PROVIDER_UNUSABLE", `nobody can log in with ${name}: ${problem}`, uid);

/** Converts a provider's failure to an API error. The provider's own message is not passed on. */
function toPlatformError(provider: Provider, error: unknown): unknown {
  if (!(error instanceof FetchError)) return error;
  if (isClientError(error)) return unauthenticated(`${provider.name} rejected the login; start again`);
  return error.temporary
    ? retryLater("UNAVAILABLE", `Unavailable: ${provider.name} cannot be reached now`, 5)
    : unusable(provider, error.message);
}
