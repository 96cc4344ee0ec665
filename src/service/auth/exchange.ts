import { invalidArgument } from "../../api";
import type { LoginService } from "./login";
import type { ExchangeRequest, IssuedToken, TokenService } from "./tokens";

export interface ExchangeServices {
  readonly tokens: Pick<TokenService, "exchange" | "requireOrganization">;
  readonly login: Pick<LoginService, "exchange">;
}

/** An exchange of a workload's token or, with the uid of an identity provider, of a person's identity token. */
export interface AnyExchangeRequest extends ExchangeRequest {
  readonly identityProvider?: string | undefined;
}

/** Exchanges a token of another issuer for a platform token. Throws the errors of both kinds of exchanges. */
export async function exchangeToken(
  { tokens, login }: ExchangeServices,
  { identityProvider, ...request }: AnyExchangeRequest,
): Promise<IssuedToken> {
  if (!identityProvider) return tokens.exchange(request);
  const { identity, organization, ...proof } = request;
  if (identity) throw invalidArgument({ path: ["identity"], problem: "cannot be combined with identity_provider" });
  if (organization !== undefined) await tokens.requireOrganization(organization, identityProvider);
  return login.exchange(proof, identityProvider);
}
