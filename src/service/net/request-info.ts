import { randomUUID } from "node:crypto";

/** The header and metadata key of a request's id. */
export const REQUEST_ID = "x-request-id";

/** Ids that are safe in log lines and headers. */
const sane = /^[\w.:/+=@-]{1,128}$/;

/** Returns the id of a request: the client's if it is safe, otherwise a new one. */
export const requestIdFrom = (given: unknown): string =>
  typeof given === "string" && sane.test(given) ? given : randomUUID();

/** The origin of a request for audit events, known before its caller. */
export interface RequestContext {
  /** The client's address; uses X-Forwarded-For only from trusted proxies. */
  readonly address?: string;
  /** The request's id in the log and the response. */
  readonly requestId?: string;
}

/** A completed request. */
export interface RequestInfo {
  readonly method: string;
  /** Without the query and tokens. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly status: number;
  /** The path's template, without uids: `/iam/v2beta1/groups/{uid}`. */
  readonly route: string;
  readonly milliseconds: number;
  /** The uid of the caller's identity, if known. */
  readonly caller?: string;
}
