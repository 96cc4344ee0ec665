import { bearerToken, readNarrowing, type TokenService } from "../tokens";
import { TOKEN_SERVICE } from "./proto";
import type { Service } from "./service";

/** The token service: the same exchange that auth_url answers over HTTP. */
export const tokenService = (tokens: TokenService): Service => ({
  name: TOKEN_SERVICE,
  domain: "iam",
  methods: {
    Exchange: async (call) => {
      const token = bearerToken(call.metadata("authorization"));
      const { aud = [], identity, cap = [], scope, scopes = [] } = call.request().value as ExchangeRequest;
      const narrowing = readNarrowing(cap, [...(scope ? [scope] : []), ...scopes]);
      return { ...(await tokens.exchange({ token, audiences: aud, identity, narrowing })) };
    },
  },
});

interface ExchangeRequest {
  readonly aud?: readonly string[];
  readonly identity?: string;
  readonly cap?: readonly string[];
  readonly scope?: string;
  readonly scopes?: readonly string[];
}
