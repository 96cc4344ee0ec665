import { invalidArgument } from "../../api";
import { bearerToken } from "../auth/caller";
import type { LoginService } from "../auth/login";
import type { TokenService } from "../auth/tokens";
import { readNarrowing } from "../core/access";
import { TOKEN_SERVICE } from "../protos";
import type { Call, Service } from "./service";

/** The token service, with the same exchanges as auth_url over HTTP. */
export const tokenService = (tokens: TokenService, login: LoginService, baseUrl: () => string): Service => ({
  name: TOKEN_SERVICE,
  domain: "iam",
  methods: {
    Exchange: async (call) => {
      const { asked, identity, organization, identityProvider } = read(call);
      if (!identityProvider) return { ...(await tokens.exchange({ ...asked, identity, organization })) };
      if (identity) throw invalidArgument({ path: ["identity"], problem: "cannot be chosen by who logs in" });
      if (organization !== undefined) await tokens.requireOrganization(organization, identityProvider);
      return { ...(await login.exchange(asked, identityProvider)) };
    },
    ExchangeRefreshToken: async (call) => {
      const { asked } = read(call);
      const audiences = asked.audiences.length > 0 ? asked.audiences : [baseUrl()];
      return { ...(await login.refresh({ ...asked, audiences })) };
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

function read(call: Call) {
  const token = bearerToken(call.metadata("authorization"));
  const { aud = [], identity, organization, identityProvider, ...bounds } = call.request().value as Exchange;
  const { cap = [], scope, scopes = [] } = bounds;
  const narrowing = readNarrowing(cap, [...(scope ? [scope] : []), ...scopes]);
  const asked = { token, audiences: aud, narrowing, context: call.context() };
  return { asked, identity, organization, identityProvider };
}
