import type { FastifyInstance, FastifyRequest } from "fastify";
import { camelCase } from "../../model";
import type { Caller } from "../access";
import type { Asking } from "../caller";
import type { Origin } from "../caller-limit";
import type { Platform } from "../platform";
import { REQUEST_ID } from "../request-id";

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request, once its token was verified. */
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** Asked for all the time and of no interest: it is neither logged nor told of unless it fails. */
    readonly isQuiet?: boolean;
  }
}

/** A request that was answered. */
export interface RequestInfo {
  readonly method: string;
  /** Without the query. */
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
  app.addHook("onRequest", async (request, reply) => {
    reply.header(REQUEST_ID, request.id);
    const done = metrics?.started();
    // Other than the answer's end, this comes even if the client left.
    if (done) reply.raw.once("close", done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { url = "", config } = request.routeOptions;
    if (config.isQuiet && reply.statusCode < 400) return;
    const { path, query } = splitUrl(request.url);
    const caller = request.caller?.identityUid;
    const info = { method: request.method, path, status: reply.statusCode, ...(caller ? { caller } : {}) };
    // Of the query, the log keeps what says which fields were changed.
    const updateMask = query.getAll("updateMask").join(",");
    const masked = updateMask ? { updateMask } : {};
    const milliseconds = reply.elapsedTime;
    log({ event: "request", requestId: request.id, ...info, ...masked, milliseconds: Math.round(milliseconds) });
    const told = { ...info, query, route: templateOf(url), milliseconds };
    metrics?.answered(told);
    tell?.(told);
  });
}

const templateOf = (url: string): string => url.replace("/*", "/{uid}") || "none";

/** A request's target as it was sent: the path still encoded. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf("?");
  return mark < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
}

/** Parameters of a query by name, each with all of its values. */
export function parametersOf(url: string): ReadonlyMap<string, readonly string[]> {
  const { query } = splitUrl(url);
  return new Map([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}

/** The paths of a PATCH's mask. */
export const maskOf = ({ url }: FastifyRequest): readonly string[] =>
  [...parametersOf(url)].flatMap(([name, values]) => (camelCase(name) === "updateMask" ? values : []));

export const originOf = (request: FastifyRequest): Origin => ({
  peer: request.raw.socket.remoteAddress,
  forwardedFor: headerOf(request, "x-forwarded-for"),
});

/** What a request tells of who makes it. */
export const askingOf = (request: FastifyRequest): Asking => ({
  authorization: request.headers.authorization,
  origin: originOf(request),
  requestId: request.id,
});

/** A header that came once. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
