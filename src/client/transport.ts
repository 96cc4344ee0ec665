/** How often and how long to try again. */
export interface RetryPolicy {
  /** How many times a request is sent at most. */
  readonly attempts: number;
  /** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
  readonly baseMs: number;
  /** The longest wait before any attempt, unless the service asks for more. */
  readonly maxMs: number;
}

/** Told of every request and answer; neither carries secrets. */
export interface Hooks {
  onRequest?(event: RequestEvent): void;
  onResponse?(event: RequestEvent & { readonly status: number }): void;
}

export interface RequestEvent {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** 1, and one more for each time the request is sent again. */
  readonly attempt: number;
}
