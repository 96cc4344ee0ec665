/** The origin of a request for audit events, known before its caller. */
export interface RequestContext {
  /** The client's address; uses X-Forwarded-For only from trusted proxies. */
  readonly address?: string;
  /** The request's id in the log and the response. */
  readonly requestId?: string;
}
