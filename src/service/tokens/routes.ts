import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import { EXCHANGE_PATH, PlatformError, unauthenticated } from "../../api";
import { refuseOthers } from "../other-methods";
import { JWKS_PATH, type TokenService } from "./token-service";

/** Discovery and keys may be cached this long, in seconds. */
const MAX_AGE = 300;
const DISCOVERY_PATH = "/.well-known/openid-configuration";
const FORM = "application/x-www-form-urlencoded";

/** What auth_url serves: token exchange, discovery, keys. Errors are left to the server that registers it. */
export function authRoutes(tokens: TokenService): FastifyPluginCallback {
  return (app, _options, done) => {
    app.addContentTypeParser(FORM, { parseAs: "string" }, (_request, body, parsed) => parsed(null, body));

    app.route({
      method: ["GET", "POST"],
      url: EXCHANGE_PATH,
      handler: async (request, reply) => {
        reply.header("cache-control", "no-store");
        return tokens.exchange(readExchange(request));
      },
    });

    app.get(DISCOVERY_PATH, async (_request, reply) => {
      reply.header("cache-control", `public, max-age=${MAX_AGE}`);
      return tokens.discovery();
    });

    app.get(JWKS_PATH, async (_request, reply) => {
      reply.header("cache-control", `public, max-age=${MAX_AGE}`);
      return tokens.jwks();
    });

    refuseOthers(app, EXCHANGE_PATH, ["GET", "POST"]);
    for (const path of [DISCOVERY_PATH, JWKS_PATH]) refuseOthers(app, path, ["GET"]);
    done();
  };
}

function readExchange({ raw, body, headers }: FastifyRequest) {
  const parameters = new URL(raw.url ?? "/", "http://localhost").searchParams;
  if (typeof body === "string") for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
  // Passed over, these would leave a token that may do more than was asked for.
  for (const narrowing of ["cap", "scope"]) {
    if (parameters.has(narrowing))
      throw new PlatformError("UNIMPLEMENTED", `Unimplemented: tokens cannot be narrowed by ${narrowing}`);
  }
  const identity = parameters.get("identity") || undefined;
  return { token: bearerToken(headers.authorization), audiences: parameters.getAll("aud"), identity };
}

/** The token of an Authorization header. Throws UNAUTHENTICATED where there is none. */
export function bearerToken(authorization: string | undefined): string {
  const [, token] = /^bearer +([^\s]+)$/i.exec(authorization ?? "") ?? [];
  if (!token) throw unauthenticated("the Authorization header must be Bearer and a token");
  return token;
}
