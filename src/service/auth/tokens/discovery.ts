import { objectOrEmpty } from "../../../model";
import { FetchError, type FetchJson, type FetchRequest } from "../../net/fetch-json";

/** The used members of an issuer's discovery document. */
export interface Discovery {
  readonly issuer: string;
  readonly jwksUri: string;
  /** Where people log in, and where the code of the login is redeemed; absent for issuers of workload tokens. */
  readonly authorizationEndpoint?: string;
  readonly tokenEndpoint?: string;
  /** The supported client authentication methods at the token endpoint. */
  readonly clientAuthMethods?: readonly string[];
  /** Whether every login response contains the issuer (RFC 9207). */
  readonly returnsIssuer?: true;
}

/**
 * Fetches the discovery document of an organization's issuer. Rejects with a {@link FetchError}, including if the
 * document names a different issuer.
 */
export async function discover(
  fetchJson: FetchJson,
  issuer: string,
  request: Pick<FetchRequest, "organization" | "byPattern">,
): Promise<Discovery> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = objectOrEmpty(await fetchJson(url, request));
  if (found.issuer !== issuer)
    throw new FetchError(`the discovery document of ${issuer} names a different issuer`, false);
  const text = (name: string) => (isShort(found[name]) ? found[name] : undefined);
  const jwksUri = text("jwks_uri");
  if (jwksUri === undefined) throw new FetchError(`the discovery document of ${issuer} has no jwks_uri`, false);
  const [authorizationEndpoint, tokenEndpoint] = [text("authorization_endpoint"), text("token_endpoint")];
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    issuer,
    jwksUri,
    ...(authorizationEndpoint ? { authorizationEndpoint } : {}),
    ...(tokenEndpoint ? { tokenEndpoint } : {}),
    ...(found.authorization_response_iss_parameter_supported === true ? { returnsIssuer: true } : {}),
    ...(Array.isArray(methods) ? { clientAuthMethods: methods.slice(0, MAX_METHODS).filter(isShort) } : {}),
  };
}

/** Limits of the stored members, whatever the document contains. */
const MAX_TEXT = 2048;
const MAX_METHODS = 16;
const isShort = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_TEXT;
