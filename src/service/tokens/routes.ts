import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import { EXCHANGE_PATH, unauthenticated } from "../../api";
import { refuseOthers } from "../other-methods";
import { readNarrowing } from "./narrowing";
import { PUBLISHED_MAX_AGE } from "./signing-keys";
import { JWKS_PATH, type TokenService } from "./token-service";

const DISCOVERY_PATH = "/.well-known/openid-configuration";
/** Answers who the bearer of a token of the API is. */
const WHO_AM_I_PATH = "/auth/v1/ok";
const FORM = "application/x-www-form-urlencoded";

/** What auth_url serves: token exchange, discovery, keys; and who the bearer of a token is. Errors are left to the server that registers it. */
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

    app.get(WHO_AM_I_PATH, async ({ headers }, reply) => {
      reply.header("cache-control", "no-store");
      return tokens.whoAmI(bearerToken(headers.authorization));
    });

    app.get(DISCOVERY_PATH, async (_request, reply) => {
      reply.header("cache-control", `public, max-age=${PUBLISHED_MAX_AGE}`);
      return tokens.discovery();
    });

    app.get(JWKS_PATH, async (_request, reply) => {
      reply.header("cache-control", `public, max-age=${PUBLISHED_MAX_AGE}`);
      return tokens.jwks();
    });

    refuseOthers(app, EXCHANGE_PATH, ["GET", "POST"]);
    for (const path of [WHO_AM_I_PATH, DISCOVERY_PATH, JWKS_PATH]) refuseOthers(app, path, ["GET"]);
    done();
  };
}

function readExchange({ raw, body, headers }: FastifyRequest) {
  const parameters = new URL(raw.url ?? "/", "http://localhost").searchParams;
  if (typeof body === "string") for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
  const identity = parameters.get("identity") || undefined;
  const narrowing = readNarrowing(parameters.getAll("cap"), [
    ...parameters.getAll("scope"),
    ...parameters.getAll("scopes"),
  ]);
  return { token: bearerToken(headers.authorization), audiences: parameters.getAll("aud"), identity, narrowing };
}

/** The token of an Authorization header. Throws UNAUTHENTICATED where there is none. */
export function bearerToken(authorization: string | undefined): string {
  const [, token] = /^bearer +([^\s]+)$/i.exec(authorization ?? "") ?? [];
  if (!token) throw unauthenticated("the Authorization header must be Bearer and a token");
  return token;
}
