import { bearerToken } from "../auth/caller";
import { exchangeToken } from "../auth/exchange";
import type { LoginService } from "../auth/login";
import type { TokenService } from "../auth/tokens";
import { parseRestrictions } from "../core/access";
import { TOKEN_SERVICE } from "../protos";
import type { Call, Service } from "./service";

/** The token service, with the same exchanges as auth_url over HTTP. */
export const tokenService = (tokens: TokenService, login: LoginService, baseUrl: () => string): Service => ({
  name: TOKEN_SERVICE,
  domain: "iam",
  methods: {
    Exchange: async (call) => ({ ...(await exchangeToken({ tokens, login }, requestOf(call))) }),
    ExchangeRefreshToken: async (call) => {
      const { token, audiences, restrictions, context } = requestOf(call);
      const orDefault = audiences.length > 0 ? audiences : [baseUrl()];
      return { ...(await login.refresh({ token, audiences: orDefault, restrictions, context })) };
    },
  },
});

interface Exchange {
  readonly aud?: readonly string[];
  readonly identity?: string;
  readonly organization?: string;
  readonly identityProvider?: string;
  readonly cap?: readonly string[];
  readonly scope?: string;
  readonly scopes?: readonly string[];
}

function requestOf(call: Call) {
  const token = bearerToken(call.metadata("authorization"));
  // The message type of the method has these fields, and no others.
  const { aud = [], identity, organization, identityProvider, ...bounds } = call.request().value as Exchange;
  const { cap = [], scope, scopes = [] } = bounds;
  const restrictions = parseRestrictions(cap, [...(scope ? [scope] : []), ...scopes]);
  return { token, audiences: aud, restrictions, context: call.context(), identity, organization, identityProvider };
}
