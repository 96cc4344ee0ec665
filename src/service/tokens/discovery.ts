import { FetchError, type FetchJson } from "./fetch-json";

/** What an issuer publishes of itself, of that what is needed here. */
export interface Discovery {
  readonly issuer: string;
  readonly jwksUri: string;
  /** Where people log in, and where that login's code is redeemed; issuers of workloads have neither. */
  readonly authorizationEndpoint?: string;
  readonly tokenEndpoint?: string;
  /** How a client may prove itself when it redeems a code. */
  readonly clientAuthMethods?: readonly string[];
}

/** Reads an issuer's discovery document. Rejects with a {@link FetchError}, also for one that is another issuer's. */
export async function discover(fetchJson: FetchJson, issuer: string): Promise<Discovery> {
  const document = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const found = (typeof document === "object" && document !== null ? document : {}) as Record<string, unknown>;
  if (found.issuer !== issuer) throw new FetchError(`the discovery document of ${issuer} names another issuer`, false);
  const text = (name: string) => (typeof found[name] === "string" ? (found[name] as string) : undefined);
  const jwksUri = text("jwks_uri");
  if (jwksUri === undefined) throw new FetchError(`the discovery document of ${issuer} names no keys`, false);
  const [authorizationEndpoint, tokenEndpoint] = [text("authorization_endpoint"), text("token_endpoint")];
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    issuer,
    jwksUri,
    ...(authorizationEndpoint ? { authorizationEndpoint } : {}),
    ...(tokenEndpoint ? { tokenEndpoint } : {}),
    ...(Array.isArray(methods) ? { clientAuthMethods: methods.map(String) } : {}),
  };
}
