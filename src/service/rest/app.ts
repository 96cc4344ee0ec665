import type { ServerOptions as HttpsOptions } from "node:https";
import fastify, { type FastifyInstance } from "fastify";
import { PlatformError } from "../../api";
import { reportedError } from "../net/failures";
import { REQUEST_ID, requestIdFrom } from "../net/request-id";
import type { RequestInfo } from "../net/request-info";
import type { Platform } from "../platform";
import { limitAnswers } from "./answers";
import { readBodies } from "./bodies";
import { announceClosing } from "./closing";
import { answerError, answerSocketError } from "./errors";
import { loginRoutes } from "./login-routes";
import { openApiRoutes } from "./openapi";
import { originOf, reportRequests } from "./requests";
import { resourceRoutes } from "./routes";
import { authRoutes } from "./token-routes";
import { v1Routes } from "./v1-routes";

/** The most that a body may have, in bytes; and one whose sender is not known before it is read. */
const MAX_BODY = 1024 * 1024;
const MAX_OPEN_BODY = 128 * 1024;
/** How long a request may take to arrive, and its headers alone. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** How often connections are looked at for that. */
const CHECKING_MS = 5000;
/** How long nothing may be heard on a connection, whatever it waits for, and between requests. */
const SILENCE_MS = 120_000;
const KEEP_ALIVE_MS = 72_000;
/** How long the handshake of TLS may take. */
const HANDSHAKE_MS = 10_000;
/** The most connections at a time; beyond them they are refused. */
const MAX_CONNECTIONS = 10_000;
/** The longest uid in a path, in characters; 32 groups deep takes 600, three times that with slashes encoded. */
const MAX_UID = 8192;

export interface HttpOptions {
  /** Told of every request once it is answered. */
  readonly onRequest?: ((info: RequestInfo) => void) | undefined;
  /** Serves https. */
  readonly tls?: HttpsOptions | undefined;
  /** How long a client may take nothing of a long answer, in milliseconds; 30 seconds by default. */
  readonly answerStallMs?: number | undefined;
}

/** Requests with their ids, log lines, limits and errors as all of the service's have; no routes yet. */
export function createApp(platform: Platform, { onRequest, tls, answerStallMs }: HttpOptions = {}): FastifyInstance {
  const http = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECKING_MS };
  const app: FastifyInstance = fastify({
    ...(tls ? ({ https: { ...http, handshakeTimeout: HANDSHAKE_MS, ...tls } } as object) : { http }),
    bodyLimit: MAX_BODY,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Queries are read where they mean something: some parameters may be repeated, some may not.
    routerOptions: { maxParamLength: MAX_UID, querystringParser: () => ({}) },
    genReqId: ({ headers }) => requestIdFrom(headers[REQUEST_ID]),
    // While it drains, the service still answers what was on its way.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answerError(platform, error, request, reply),
    clientErrorHandler: (error, socket) => answerSocketError(platform, error, socket),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.setErrorHandler((error, request, reply) => answerError(platform, error, request, reply));
  readBodies(app);
  announceClosing(app);
  reportRequests(app, platform, onRequest);
  limitAnswers(app, platform, answerStallMs);
  // Whatever is asked for, and before anything is done for it that costs more than the answer.
  app.addHook("onRequest", async (request) => {
    if (!request.routeOptions.config.isProbe) platform.rateLimit?.address(originOf(request));
  });
  // Before the body is read.
  app.addHook("onRequest", async ({ is404, url }) => {
    if (is404) throw new PlatformError("NOT_FOUND", `Not found: there is nothing at ${url.split("?", 1)[0]}`);
  });
  return app;
}

/** The API and the token service, on one socket that does not listen yet. */
export function createHttp(platform: Platform, options?: HttpOptions): FastifyInstance {
  const app = createApp(platform, options);
  app.register((auth, _options, done) => {
    auth.addHook("onRoute", (route) => {
      route.bodyLimit = MAX_OPEN_BODY;
    });
    auth.addHook("onRequest", async (request) => {
      request.context = { address: platform.addressOf(originOf(request)), requestId: request.id };
    });
    auth.register(authRoutes(platform.tokens, platform.login.exchange));
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
  return app;
}
