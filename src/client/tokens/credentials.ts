export interface TokenOptions {
  /** Ends the wait for a token without affecting other waiters. */
  readonly signal?: AbortSignal;
  /** The token that the service has just rejected; it is replaced if possible. */
  readonly rejected?: string;
}

/** The source of the tokens that calls carry. */
export interface Credentials {
  /**
   * Returns a token that is valid for at least a few more minutes; returns the same token until it is due for renewal.
   * Throws PlatformError.
   */
  token(options?: TokenOptions): Promise<string>;
}

/** Always returns the same token, even after it expires. */
export function staticToken(token: string): Credentials {
  return { token: async () => token };
}
