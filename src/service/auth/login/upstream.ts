import { failedPrecondition, retryLater, unauthenticated } from "../../../api";
import { snakeCase } from "../../../model";
import { FetchError, type FetchJson, transportProblem } from "../../net/fetch-json";
import type { Discovery, Person, TokenService } from "../tokens";
import type { Provider } from "./providers";
import { challengeOf } from "./secrets";

export interface Asking {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** What a browser brings back from the provider. */
export interface Answer {
  readonly code: string;
  /** The issuer that the answer names (RFC 9207). */
  readonly issuer?: string | undefined;
}

type Endpoints = Discovery & Required<Pick<Discovery, "authorizationEndpoint" | "tokenEndpoint">>;

/** Talks to identity providers, as their client. */
export class Upstream {
  constructor(
    private readonly fetchJson: FetchJson,
    private readonly tokens: TokenService,
    private readonly dev: boolean,
  ) {}

  /** Where a browser goes to log in. */
  async authorizationUrl(provider: Provider, { redirectUri, nonce, verifier }: Asking, state: string): Promise<string> {
    const url = new URL((await this.#discovered(provider)).authorizationEndpoint);
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

  /** Who logged in, and the provider's refresh token if it gave one: redeems the code that the browser came back with. */
  async redeem(
    provider: Provider,
    { redirectUri, nonce, verifier }: Asking,
    { code, issuer }: Answer,
  ): Promise<{ readonly person: Person; readonly refreshToken?: string }> {
    const endpoints = await this.#discovered(provider);
    if (endpoints.namesIssuer && issuer !== provider.issuer)
      throw unauthenticated(
        `the login response has no "iss" parameter, which ${provider.name} announces for all responses`,
      );
    const { id_token: idToken, refresh_token: refreshToken } = await this.#ask(provider, endpoints, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }).catch((error) => {
      throw failure(provider, error);
    });
    if (typeof idToken !== "string") throw unusable(provider, "it says nothing of who logged in");
    const person = await this.personOf(provider, idToken, nonce);
    return isRefreshToken(refreshToken) ? { person, refreshToken } : { person };
  }

  /**
   * Redeems a refresh token of the provider: gives the next one if the provider changes it, and the person if the provider
   * says again who that is. Throws {@link UpstreamEnded} where the provider takes it no more, UNAVAILABLE,
   * FAILED_PRECONDITION, and PERMISSION_DENIED for who may not log in any more.
   */
  async refresh(
    provider: Provider,
    token: string,
  ): Promise<{ readonly refreshToken?: string; readonly person?: Person }> {
    const endpoints = await this.#discovered(provider);
    const form = { grant_type: "refresh_token", refresh_token: token };
    const answer = await this.#ask(provider, endpoints, form).catch((error) => {
      if (error instanceof FetchError && error.problem === "invalid_grant") throw new UpstreamEnded();
      if (error instanceof FetchError && isRefusal(error))
        throw unusable(
          provider,
          "it rejected the platform's client credentials; check the client id and the client secret",
        );
      throw failure(provider, error);
    });
    const { id_token: idToken, refresh_token: refreshToken } = answer;
    return {
      ...(isRefreshToken(refreshToken) ? { refreshToken } : {}),
      ...(typeof idToken === "string" ? { person: await this.personOf(provider, idToken) } : {}),
    };
  }

  async #ask(
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

  /** Whom an identity token of the provider speaks of. */
  async personOf(provider: Provider, token: string, nonce?: string): Promise<Person> {
    this.#requireTransport(provider);
    const { issuer, organization, clientId, policy } = provider;
    return this.tokens.verifyIdToken({ token, issuer, organization, clientId, nonce, policy });
  }

  /** A provider may be stored with an issuer that serves in development alone. Throws FAILED_PRECONDITION. */
  #requireTransport(provider: Provider): void {
    const problem = transportProblem(new URL(provider.issuer), this.dev);
    if (problem)
      throw unusable(provider, `its issuer ${provider.issuer} cannot be used: ${problem}; change it to an https URL`);
  }

  /** Where the provider's endpoints are: none may have codes and secrets sent in the clear. */
  async #discovered(provider: Provider): Promise<Endpoints> {
    this.#requireTransport(provider);
    const discovery = await this.tokens.discover(provider.issuer, provider.organization).catch((error) => {
      throw failure(provider, error);
    });
    const { authorizationEndpoint = "", tokenEndpoint = "" } = discovery;
    for (const [name, endpoint] of Object.entries({ authorizationEndpoint, tokenEndpoint })) {
      const problem = URL.canParse(endpoint) ? transportProblem(new URL(endpoint), this.dev) : "it is not a URL";
      if (problem) throw unusable(provider, `its ${snakeCase(name)} cannot be used: ${problem}`);
    }
    return { ...discovery, authorizationEndpoint, tokenEndpoint };
  }
}

/** The provider takes a refresh token no more: it ended the login, or was told to. */
export class UpstreamEnded extends Error {
  override readonly name = "UpstreamEnded";
}

/** The longest refresh token of a provider that is kept, in characters. */
const MAX_REFRESH_TOKEN = 16_384;
const isRefreshToken = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_REFRESH_TOKEN;

const isRefusal = ({ status }: FetchError): boolean => status !== undefined && status >= 400 && status < 500;

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

const unusable = ({ name, uid }: Provider, problem: string) =>
  failedPrecondition("IDENTITY_PROVIDER_UNUSABLE", `nobody can log in with ${name}: ${problem}`, uid);

/** What a provider that does not answer as it should comes to. Its own words are not passed on. */
function failure(provider: Provider, error: unknown): unknown {
  if (!(error instanceof FetchError)) return error;
  if (isRefusal(error)) return unauthenticated(`${provider.name} does not accept the login; begin again`);
  return error.temporary
    ? retryLater("UNAVAILABLE", `Unavailable: ${provider.name} cannot be reached now`, 5)
    : unusable(provider, error.message);
}
