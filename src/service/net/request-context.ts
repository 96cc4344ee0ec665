/** Where a request comes from, for audit events: what of it is known before its caller is. */
export interface RequestContext {
  /** The client's address, as far as proxies are trusted. */
  readonly address?: string;
  /** The request's id, as its log line and its answer name it. */
  readonly requestId?: string;
}
