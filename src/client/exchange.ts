import type { Credentials } from "./credentials";
import type { TokenSource } from "./token-source";

export interface ExchangeOptions {
  /** Where tokens are exchanged. */
  readonly authUrl: string;
  /** Whom the token is for: the service's base_url. */
  readonly audience: string;
  /** The uid of the identity to assume; without it, the service finds the one that the token fits. */
  readonly identity?: string;
  readonly source: TokenSource;
  /** The audience that the source's tokens carry: authUrl unless given. */
  readonly sourceAudience?: string;
  /** Allows an authUrl that is plain http and not loopback. */
  readonly insecure?: boolean;
}

/**
 * Tokens got in exchange for a pipeline's own. At most one exchange is under way at a time. A token is renewed before
 * it expires; a refused exchange is remembered: every later call throws the same PlatformError, without a request.
 */
export function exchangedToken(_options: ExchangeOptions): Credentials {
  throw new Error("not yet");
}
