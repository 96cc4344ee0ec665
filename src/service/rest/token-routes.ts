import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import { authPaths } from "../../api";
import { bearerToken } from "../auth/caller";
import type { AnyExchangeRequest } from "../auth/exchange";
import { PUBLISHED_MAX_AGE } from "../auth/tokens/signing-keys";
import type { IssuedToken, TokenService } from "../auth/tokens/token-service";
import { parseRestrictions } from "../core/access";
import { methodNotAllowed } from "./method-not-allowed";
import { acceptOAuth, parametersOf } from "./oauth-parameters";

/**
 * The endpoints of auth_url: token exchange, discovery, keys, and information about the bearer of a token. Errors are
 * handled by the server that registers them.
 */
export function authRoutes(
  tokens: TokenService,
  exchange: (request: AnyExchangeRequest) => Promise<IssuedToken>,
): FastifyPluginCallback {
  return (app, _options, done) => {
    acceptOAuth(app);

    app.route({
      method: ["GET", "POST"],
      url: authPaths.exchange,
      handler: (request) => exchange(readExchange(request)),
    });

    app.get(authPaths.whoAmI, async ({ headers }) => tokens.whoAmI(bearerToken(headers.authorization)));

    app.get(authPaths.discovery, async (_request, reply) => {
      reply.header("cache-control", `public, max-age=${PUBLISHED_MAX_AGE}`);
      return tokens.discovery();
    });

    app.get(authPaths.keys, async (_request, reply) => {
      reply.header("cache-control", `public, max-age=${PUBLISHED_MAX_AGE}`);
      return tokens.jwks();
    });

    methodNotAllowed(app, authPaths.exchange, ["GET", "POST"]);
    for (const path of [authPaths.whoAmI, authPaths.discovery, authPaths.keys]) methodNotAllowed(app, path, ["GET"]);
    done();
  };
}

/** Parses the parameters of an exchange of any kind. Throws INVALID_ARGUMENT, UNAUTHENTICATED. */
export function readExchange(request: FastifyRequest) {
  const parameters = parametersOf(request);
  const restrictions = parseRestrictions(parameters.getAll("cap"), [
    ...parameters.getAll("scope"),
    ...parameters.getAll("scopes"),
  ]);
  const given = (name: string) => parameters.get(name) || undefined;
  return {
    token: bearerToken(request.headers.authorization),
    audiences: parameters.getAll("aud"),
    identity: given("identity"),
    organization: given("organization"),
    identityProvider: given("identity_provider"),
    restrictions,
    ...(request.context ? { context: request.context } : {}),
  };
}
