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
