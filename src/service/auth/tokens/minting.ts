export interface MintRequest {
  readonly identityUid: string;
  /** For example base_url; by default, the token is valid only for this store's service, whatever its URL. */
  readonly audience?: string | undefined;
  /** One hour by default, at most a day. */
  readonly lifetimeSeconds?: number | undefined;
}

export interface TokenMinter {
  /**
   * Signs a token for an identity without authentication, for operators with direct access to the store. Throws
   * NOT_FOUND.
   */
  mint(request: MintRequest): Promise<string>;
}
