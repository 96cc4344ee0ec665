import { type Code, PlatformError } from "../../api";
import { waitFor } from "../http/deadline";
import type { Credentials, TokenOptions } from "./credentials";
import type { HeldToken } from "./token-cache";

const MINUTE = 60_000;

/**
 * When to get another token in the stead of one that ends at a time, both in milliseconds since the epoch: while it is
 * still good for a call that takes a while.
 */
export const renewalOf = (endsAt: number, lifetime: number): number => endsAt - Math.min(5 * MINUTE, lifetime / 5);

/**
 * No token was to be had: what was offered for one was refused, so that nothing was asked of the API. The code is the
 * refusal's own where that is about what was asked for a token; every other is UNAUTHENTICATED, since NOT_FOUND of a wrong
 * address, say, must not pass for an answer about what the caller asked for.
 */
export class TokenRefusedError extends PlatformError {}

/** Codes of refusals that no answer of the API about a resource is taken for. */
const own: readonly Code[] = ["INVALID_ARGUMENT", "FAILED_PRECONDITION"];

/**
 * A token that is renewed before it expires. It is asked for once at a time. A refusal is remembered: every later call
 * throws the very same PlatformError, without a request.
 */
export class RenewedToken implements Credentials {
  readonly #obtain: (refused: string | undefined) => Promise<HeldToken>;
  #held: HeldToken | undefined;
  #obtaining: Promise<HeldToken> | undefined;
  #refusal: PlatformError | undefined;
  #replacedAt = Number.NEGATIVE_INFINITY;

  /** `obtain` gets a token, another one than the service has refused. It throws PlatformError. */
  constructor(obtain: (refused: string | undefined) => Promise<HeldToken>) {
    this.#obtain = obtain;
  }

  async token({ signal, refused }: TokenOptions = {}): Promise<string> {
    if (this.#refusal) throw this.#refusal;
    const held = this.#held;
    if (held && !this.#obtaining && Date.now() < held.renewAt && !this.#replaces(held, refused)) return held.token;
    this.#obtaining ??= this.#renew(refused).finally(() => {
      this.#obtaining = undefined;
    });
    return (await waitFor("Getting a token", this.#obtaining, signal)).token;
  }

  /** Whether a refusal calls for another token; not twice in a minute: who refuses a fresh one will refuse the next. */
  #replaces(held: HeldToken, refused: string | undefined): boolean {
    if (held.token !== refused || Date.now() - this.#replacedAt < MINUTE) return false;
    this.#replacedAt = Date.now();
    return true;
  }

  async #renew(refused: string | undefined): Promise<HeldToken> {
    try {
      this.#held = await this.#obtain(refused);
      return this.#held;
    } catch (error) {
      if (!(error instanceof PlatformError && isRefusal(error))) throw error;
      const { message, http, details, metadata } = error;
      const code = own.includes(error.code) ? error.code : "UNAUTHENTICATED";
      this.#refusal = new TokenRefusedError(code, message, { http, details, metadata, cause: error });
      throw this.#refusal;
    }
  }
}

/** True for an answer that will be the same next time, unlike an unreachable or overloaded service. */
const isRefusal = ({ http }: PlatformError): boolean => http >= 400 && http < 499 && http !== 429;
