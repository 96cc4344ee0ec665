import { EXCHANGE_PATH, PlatformError } from "../api";
import { addressOf } from "./address";
import type { Credentials, TokenOptions } from "./credentials";
import { waitFor } from "./deadline";
import { isToken, lifetimeOf } from "./jwt";
import { sendOnce } from "./send-once";
import type { HeldToken, TokenCache } from "./token-cache";
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
  /** Shares tokens with other processes, if the source can say what a process must have to be given one. */
  readonly cache?: TokenCache | undefined;
}

/**
 * Tokens got in exchange for a pipeline's own. At most one exchange is under way at a time. A token is renewed before
 * it expires. A refused exchange is remembered: every later call throws the very same PlatformError, without a request.
 * Throws PlatformError INVALID_ARGUMENT for an authUrl that will not do.
 */
export function exchangedToken(options: ExchangeOptions): Credentials {
  return new ExchangedToken(options);
}

const MINUTE = 60_000;

class ExchangedToken implements Credentials {
  readonly #options: ExchangeOptions;
  readonly #authUrl: string;
  #held: HeldToken | undefined;
  #exchange: Promise<HeldToken> | undefined;
  #refusal: PlatformError | undefined;
  #replacedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#authUrl = addressOf("authUrl", options.authUrl, options.insecure);
  }

  async token({ signal, refused }: TokenOptions = {}): Promise<string> {
    if (this.#refusal) throw this.#refusal;
    const held = this.#held;
    if (held && !this.#exchange && Date.now() < held.renewAt && !this.#replaces(held, refused)) return held.token;
    this.#exchange ??= this.#renew(refused).finally(() => {
      this.#exchange = undefined;
    });
    return (await waitFor("Getting a token", this.#exchange, signal)).token;
  }

  /** Whether a refusal calls for another token; not twice in a minute: who refuses a fresh one will refuse the next. */
  #replaces(held: HeldToken, refused: string | undefined): boolean {
    if (held.token !== refused || Date.now() - this.#replacedAt < MINUTE) return false;
    this.#replacedAt = Date.now();
    return true;
  }

  async #renew(refused: string | undefined): Promise<HeldToken> {
    try {
      this.#held = await this.#shared(refused);
      return this.#held;
    } catch (error) {
      if (!(error instanceof PlatformError && isRefusal(error))) throw error;
      // A wrong address answers NOT_FOUND: that must not pass for an answer about what the caller asked for.
      const { http, details, metadata } = error;
      this.#refusal = new PlatformError("UNAUTHENTICATED", error.message, { http, details, metadata, cause: error });
      throw this.#refusal;
    }
  }

  /** What another process got, unless it is the one that was refused; else a new one, for others too. */
  async #shared(refused: string | undefined): Promise<HeldToken> {
    const { audience, identity, source, sourceAudience, cache } = this.#options;
    const proof = cache && (await source.proof?.(sourceAudience ?? this.#authUrl));
    if (cache === undefined || proof === undefined) return this.#exchanged();
    const key = [this.#authUrl, audience, identity ?? null, proof];
    const known = cache.read(key);
    if (known && known.token !== refused) return known;
    const exchanged = await this.#exchanged();
    cache.write(key, exchanged);
    return exchanged;
  }

  async #exchanged(): Promise<HeldToken> {
    const { audience, identity, source, sourceAudience } = this.#options;
    const startedAt = Date.now();
    const proof = await source.token(sourceAudience ?? this.#authUrl);
    const query = new URLSearchParams({ aud: audience, ...(identity ? { identity } : {}) });
    const headers = { authorization: `Bearer ${proof}` };
    const url = `${this.#authUrl}${EXCHANGE_PATH}?${query}`;
    const answer = await sendOnce("Cannot exchange the identity token", url, headers);
    const { token, expiry } = (answer ?? {}) as { readonly token?: unknown; readonly expiry?: unknown };
    if (typeof token !== "string" || !isToken(token))
      throw new PlatformError("UNKNOWN", `${this.#authUrl} answered an exchange without a token`);
    const lifetime = lifetimeOf(token) ?? (Date.parse(String(expiry)) - startedAt || 60 * MINUTE);
    return { token, renewAt: startedAt + lifetime - Math.min(5 * MINUTE, lifetime / 5) };
  }
}

/** True for an answer that will be the same next time, unlike an unreachable or overloaded service. */
const isRefusal = ({ http }: PlatformError): boolean => http >= 400 && http < 499 && http !== 429;
