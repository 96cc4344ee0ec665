import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { camelCase } from "../../model";
import { type CallerRequest, callerOf } from "../auth/caller";
import type { Caller } from "../core/access";
import type { Origin } from "../net/caller-limit";
import { loggedText } from "../net/log";
import type { RequestContext, RequestInfo } from "../net/request-info";
import { REQUEST_ID } from "../net/request-info";
import type { Platform } from "../platform";
import { onResponseFinished } from "./response-finished";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, once the token is verified. */
    caller: Caller | undefined;
    /** The origin of a request to the token service. */
    context: RequestContext | undefined;
  }
  interface FastifyContextConfig {
    /** Frequent and uninteresting: logged and reported only if it fails. */
    readonly isQuiet?: boolean;
    /** Exempt from rate limits. */
    readonly isProbe?: boolean;
  }
}

/** Logs every request, and reports it to `tell`. */
export function reportRequests(
  app: FastifyInstance,
  { log, metrics }: Platform,
  tell?: (info: RequestInfo) => void,
): void {
  app.decorateRequest("caller", undefined);
  app.decorateRequest("context", undefined);
  app.addHook("onRequest", (request, reply, next) => {
    reply.header(REQUEST_ID, request.id);
    const done = metrics?.requestStarted();
    if (done) onResponseFinished(request, reply, done);
    next();
  });
  app.addHook("onResponse", (request, reply, next) => {
    const { url = "", config } = request.routeOptions;
    if (!config.isQuiet || reply.statusCode >= 400) report(request, reply, templateOf(url));
    next();
  });

  function report(request: FastifyRequest, reply: FastifyReply, route: string): void {
    const { method, url } = request;
    const [path, search] = splitUrl(url);
    const caller = request.caller?.identityUid;
    const info = { method, path: loggedText(path), status: reply.statusCode, ...(caller ? { caller } : {}) };
    // Of the query, only the update mask is logged.
    const updateMask = /update_?mask/i.test(search) ? loggedText(maskOf(request).join(",")) : "";
    const masked = updateMask ? { updateMask } : {};
    const milliseconds = reply.elapsedTime;
    const level = reply.statusCode >= 500 ? "warn" : "info";
    log({ level, event: "request", requestId: request.id, ...info, ...masked, milliseconds: Math.round(milliseconds) });
    metrics?.recordRequest({ method, status: reply.statusCode, route, milliseconds });
    tell?.({ ...info, query: new URLSearchParams(search), route, milliseconds });
  }
}

const templateOf = (url: string): string => url.replace("/*", "/{uid}") || "none";

/** Splits a request's target into path and query, both still encoded. */
function splitUrl(url: string): readonly [path: string, query: string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Returns all values of a query's parameters, by name. */
export function parametersOf(url: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>();
  const [, query] = splitUrl(url);
  if (query === "") return parameters;
  for (const [name, value] of new URLSearchParams(query)) {
    const known = parameters.get(name);
    if (known) known.push(value);
    else parameters.set(name, [value]);
  }
  return parameters;
}

/** Returns the field paths of an update mask. */
export const maskOf = ({ url }: FastifyRequest): readonly string[] =>
  [...parametersOf(url)].flatMap(([name, values]) => (camelCase(name) === "updateMask" ? values : []));

export const originOf = (request: FastifyRequest): Origin => ({
  peer: request.raw.socket.remoteAddress,
  forwardedFor: headerOf(request, "x-forwarded-for"),
});

/** Returns the parts of a request that identify its caller. */
const callerRequestOf = (request: FastifyRequest): CallerRequest => ({
  authorization: request.headers.authorization,
  origin: originOf(request),
  requestId: request.id,
});

/** Authenticates a request before its body is read. */
export const authenticateWith =
  (platform: Platform) =>
  async (request: FastifyRequest): Promise<void> => {
    request.caller = await callerOf(platform, callerRequestOf(request));
  };

/** Returns the caller of a request whose route authenticates. */
export function authenticatedCaller({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error("the route does not authenticate");
  return caller;
}

/** Returns the path after the collection; its slashes may have been encoded. */
export const uidOf = ({ params }: FastifyRequest): string => (params as { readonly "*"?: string })["*"] ?? "";

/** Returns a header that occurs once. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
