export interface TokenOptions {
  /** Ends the wait for a token; others who wait for the same one are not disturbed. */
  readonly signal?: AbortSignal;
  /** The token that the service has just refused: another is got where there is a way to. */
  readonly refused?: string;
}

/** Where the tokens come from that calls carry. */
export interface Credentials {
  /** A token that is good for the next minutes; the same one as long as it is. Throws PlatformError. */
  token(options?: TokenOptions): Promise<string>;
}

/** One token, as it stands, until it expires. */
export function staticToken(token: string): Credentials {
  return { token: async () => token };
}
