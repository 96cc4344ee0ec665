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
