import type { ServerOptions as HttpsOptions } from "node:https";
import fastify, { type FastifyInstance } from "fastify";
import { PlatformError } from "../../api";
import { exchangeToken } from "../auth/exchange";
import { reportedError } from "../net/error-responses";
import type { ProviderReleases } from "../net/provider-releases";
import type { RequestInfo } from "../net/request-info";
import { REQUEST_ID, requestIdFrom } from "../net/request-info";
import type { Platform } from "../platform";
import { readBodies } from "./bodies";
import { drainOnShutdown } from "./connection-draining";
import { answerError, answerSocketError } from "./errors";
import { loginRoutes } from "./login-routes";
import { openApiRoutes } from "./openapi";
import { providerRegistryRoutes } from "./provider-registry";
import { originOf, reportRequests } from "./requests";
import { limitResponses } from "./response-limit";
import { resourceRoutes } from "./routes";
import { authRoutes } from "./token-routes";
import { v1Routes } from "./v1-routes";

/** The maximum size of a body in bytes, and of one that is read before authentication. */
const MAX_BODY = 1024 * 1024;
const MAX_OPEN_BODY = 128 * 1024;
/** How long a request may take to arrive, and its headers. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How often these timeouts are checked. */
const TIMEOUT_CHECK_MS = 5000;
/** How long a connection may be silent, in any state and between requests. */
const IDLE_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 72_000;
/** How long the TLS handshake may take. */
const HANDSHAKE_MS = 10_000;
/** The maximum number of open connections; further ones are rejected. */
const MAX_CONNECTIONS = 10_000;
/**
 * The maximum length of a uid in a path, in characters: 32 nested groups take 600, and three times as many with encoded
 * slashes.
 */
const MAX_UID = 8192;

export interface HttpOptions {
  /** Called after every request. */
  readonly onRequest?: ((info: RequestInfo) => void) | undefined;
  /** Serves https. */
  readonly tls?: HttpsOptions | undefined;
  /** How long a client may read nothing of a long response, in milliseconds; 30 seconds by default. */
  readonly responseStallMs?: number | undefined;
  readonly providerReleases?: ProviderReleases | undefined;
}

/** Creates a server with request ids, logging, limits and error handling, but without routes. */
export function createApp(platform: Platform, { onRequest, tls, responseStallMs }: HttpOptions = {}): FastifyInstance {
  const http = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
  const app: FastifyInstance = fastify({
    ...(tls ? ({ https: { ...http, handshakeTimeout: HANDSHAKE_MS, ...tls } } as object) : { http }),
    bodyLimit: MAX_BODY,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Queries are parsed by each route: some parameters may be repeated, others may not.
    routerOptions: { maxParamLength: MAX_UID, querystringParser: () => ({}) },
    genReqId: ({ headers }) => requestIdFrom(headers[REQUEST_ID]),
    // During the drain, requests that were already sent are still handled.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answerError(platform, error, request, reply),
    clientErrorHandler: (error, socket) => answerSocketError(platform, error, socket),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setErrorHandler((error, request, reply) => answerError(platform, error, request, reply));
  readBodies(app);
  drainOnShutdown(app);
  reportRequests(app, platform, onRequest);
  limitResponses(app, platform, responseStallMs);
  // For all paths, before any work that costs more than a response.
  app.addHook("onRequest", async (request) => {
    if (!request.routeOptions.config.isProbe) platform.rateLimit?.address(originOf(request));
  });
  // Before the body is read.
  app.addHook("onRequest", async ({ is404, url }) => {
    if (is404) throw new PlatformError("NOT_FOUND", `Not found: no route matches ${url.split("?", 1)[0]}`);
  });
  return app;
}

/** Creates the HTTP server of the API and the token service, not yet listening. */
export function createHttp(platform: Platform, options?: HttpOptions): FastifyInstance {
  const app = createApp(platform, options);
  app.register((auth, _options, done) => {
    auth.addHook("onRoute", (route) => {
      route.bodyLimit = MAX_OPEN_BODY;
    });
    auth.addHook("onRequest", async (request) => {
      request.context = { address: platform.addressOf(originOf(request)), requestId: request.id };
    });
    auth.register(authRoutes(platform.tokens, (request) => exchangeToken(platform, request)));
    auth.register(
      loginRoutes({
        login: platform.login,
        authUrl: platform.authUrl,
        baseUrl: platform.baseUrl,
        countLogin: (request) => platform.rateLimit?.login(originOf(request)),
        countPending: (request) => platform.rateLimit?.pendingLogin(originOf(request)),
        reported: (thrown, { id }) => reportedError(platform, thrown, id),
      }),
    );
    done();
  });
  app.register(resourceRoutes(platform));
  app.register(v1Routes(platform));
  app.register(openApiRoutes(platform.baseUrl));
  if (options?.providerReleases) app.register(providerRegistryRoutes(options.providerReleases));
  return app;
}
