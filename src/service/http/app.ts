import fastify, { type FastifyInstance } from "fastify";
import { PlatformError } from "../../api";
import type { Platform } from "../platform";
import { REQUEST_ID, requestIdFrom } from "../request-id";
import { authRoutes } from "../tokens";
import { readBodies } from "./bodies";
import { answerError, answerSocketError } from "./errors";
import { type RequestInfo, reportRequests } from "./requests";
import { resourceRoutes } from "./routes";

/** The most that a body may have, in bytes. */
const MAX_BODY = 1024 * 1024;
/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 60_000;
/** The longest uid in a path, in characters; 32 groups deep takes 600, three times that with slashes encoded. */
const MAX_UID = 8192;

/** The API and the token service, on one socket that does not listen yet. */
export function createHttp(platform: Platform, onRequest?: (info: RequestInfo) => void): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_UID },
    genReqId: ({ headers }) => requestIdFrom(headers[REQUEST_ID]),
    // While it drains, the service still answers what was on its way.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answerError(platform, error, request, reply),
    clientErrorHandler: (error, socket) => answerSocketError(platform, error, socket),
  });
  app.setErrorHandler((error, request, reply) => answerError(platform, error, request, reply));
  app.setNotFoundHandler((request) => {
    throw new PlatformError("NOT_FOUND", `Not found: there is nothing at ${request.url.split("?", 1)[0]}`);
  });
  readBodies(app);
  reportRequests(app, platform, onRequest);
  app.register(authRoutes(platform.tokens));
  app.register(resourceRoutes(platform));
  return app;
}
