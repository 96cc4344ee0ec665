import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { camelCase } from "../../model";
import { type CallerRequest, callerOf } from "../auth/caller";
import type { Caller } from "../core/access";
import type { Origin } from "../net/caller-limit";
import { loggedText } from "../net/logged-text";
import type { RequestContext } from "../net/request-context";
import { REQUEST_ID } from "../net/request-id";
import type { Platform } from "../platform";
import { onceDone } from "./once-done";

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request, once its token was verified. */
    caller: Caller | undefined;
    /** Where a request to the token service comes from. */
    context: RequestContext | undefined;
  }
  interface FastifyContextConfig {
    /** Asked for all the time and of no interest: it is neither logged nor told of unless it fails. */
    readonly isQuiet?: boolean;
    /** Answered however often it is asked for. */
    readonly isProbe?: boolean;
  }
}

/** A request that was answered. */
export interface RequestInfo {
  readonly method: string;
  /** Without the query, and without tokens. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly status: number;
  /** The path's template, without uids: `/iam/v2beta1/groups/{uid}`. */
  readonly route: string;
  readonly milliseconds: number;
  /** The uid of the identity that made it, where it is known. */
  readonly caller?: string;
}

/** Writes a line of the log for every request, and tells whoever asked. */
export function reportRequests(
  app: FastifyInstance,
  { log, metrics }: Platform,
  tell?: (info: RequestInfo) => void,
): void {
  app.decorateRequest("caller", undefined);
  app.decorateRequest("context", undefined);
  app.addHook("onRequest", (request, reply, next) => {
    reply.header(REQUEST_ID, request.id);
    const done = metrics?.started();
    if (done) onceDone(request, reply, done);
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
    // Of the query, the log keeps what says which fields were changed.
    const updateMask = /update_?mask/i.test(search) ? loggedText(maskOf(request).join(",")) : "";
    const masked = updateMask ? { updateMask } : {};
    const milliseconds = reply.elapsedTime;
    const level = reply.statusCode >= 500 ? "warn" : "info";
    log({ level, event: "request", requestId: request.id, ...info, ...masked, milliseconds: Math.round(milliseconds) });
    metrics?.answered({ method, status: reply.statusCode, route, milliseconds });
    tell?.({ ...info, query: new URLSearchParams(search), route, milliseconds });
  }
}

const templateOf = (url: string): string => url.replace("/*", "/{uid}") || "none";

/** The path and the query of a request's target, both still encoded. */
function splitUrl(url: string): readonly [path: string, query: string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Parameters of a query by name, each with all of its values. */
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

/** The paths of a PATCH's mask. */
export const maskOf = ({ url }: FastifyRequest): readonly string[] =>
  [...parametersOf(url)].flatMap(([name, values]) => (camelCase(name) === "updateMask" ? values : []));

export const originOf = (request: FastifyRequest): Origin => ({
  peer: request.raw.socket.remoteAddress,
  forwardedFor: headerOf(request, "x-forwarded-for"),
});

/** What a request tells of who makes it. */
const callerRequestOf = (request: FastifyRequest): CallerRequest => ({
  authorization: request.headers.authorization,
  origin: originOf(request),
  requestId: request.id,
});

/** Has it known who makes a request, before its body is read: only who is known may send one. */
export const authenticating =
  (platform: Platform) =>
  async (request: FastifyRequest): Promise<void> => {
    request.caller = await callerOf(platform, callerRequestOf(request));
  };

/** What stands behind the collection in a path; its slashes may have been encoded. */
export const uidOf = ({ params }: FastifyRequest): string => (params as { readonly "*"?: string })["*"] ?? "";

/** The claims by which an identity is looked up; empty ones that are not given. */
export function claimsOf({ url }: FastifyRequest): { readonly issuer: string; readonly subject: string } {
  const parameters = parametersOf(url);
  const last = (name: string) => parameters.get(name)?.at(-1) ?? "";
  return { issuer: last("issuer"), subject: last("subject") };
}

/** The capabilities that a request asks about. */
export const capabilitiesOf = ({ url }: FastifyRequest): readonly string[] =>
  parametersOf(url).get("capabilities") ?? [];

/** A header that came once. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
