import { type Code, PlatformError } from "../../api";
import { waitFor } from "../http/deadline";
import type { Credentials, TokenOptions } from "./credentials";
import type { CachedToken } from "./token-cache";

const MINUTE = 60_000;

/**
 * Returns when to renew a token that expires at `endsAt`, in milliseconds since the epoch: early enough that the old
 * one is still valid for a long call.
 */
export const renewalOf = (endsAt: number, lifetime: number): number => endsAt - Math.min(5 * MINUTE, lifetime / 5);

/**
 * No token could be obtained: the credentials were rejected, and no API request was sent. Keeps the original code only
 * if it concerns the token request; any other code becomes UNAUTHENTICATED, because NOT_FOUND for a wrong address, for
 * example, must not be mistaken for a missing resource.
 */
export class TokenRejectedError extends PlatformError {}

/** Codes that cannot be mistaken for an API response about a resource. */
const own: readonly Code[] = ["INVALID_ARGUMENT", "FAILED_PRECONDITION"];

/**
 * A token that is renewed before it expires, with one request at a time. A rejection is cached: later calls throw the
 * same PlatformError without sending a request.
 */
export class RenewableToken implements Credentials {
  readonly #obtain: (rejected: string | undefined) => Promise<CachedToken>;
  #cached: CachedToken | undefined;
  #renewal: Promise<CachedToken> | undefined;
  #rejection: PlatformError | undefined;
  #replacedAt = Number.NEGATIVE_INFINITY;

  /** `obtain` returns a token other than the rejected one, or throws PlatformError. */
  constructor(obtain: (rejected: string | undefined) => Promise<CachedToken>) {
    this.#obtain = obtain;
  }

  async token({ signal, rejected }: TokenOptions = {}): Promise<string> {
    if (this.#rejection) throw this.#rejection;
    const cached = this.#cached;
    if (cached && !this.#renewal && Date.now() < cached.renewAt && !this.#replaces(cached, rejected))
      return cached.token;
    this.#renewal ??= this.#renew(rejected).finally(() => {
      this.#renewal = undefined;
    });
    return (await waitFor("Getting a token", this.#renewal, signal)).token;
  }

  /**
   * Reports whether a rejection requires another token; at most once a minute, because a service that rejects a new
   * token will reject the next.
   */
  #replaces(held: CachedToken, rejected: string | undefined): boolean {
    if (held.token !== rejected || Date.now() - this.#replacedAt < MINUTE) return false;
    this.#replacedAt = Date.now();
    return true;
  }

  async #renew(rejected: string | undefined): Promise<CachedToken> {
    try {
      this.#cached = await this.#obtain(rejected);
      return this.#cached;
    } catch (error) {
      if (!(error instanceof PlatformError && isRejection(error))) throw error;
      const { message, http, details, metadata } = error;
      const code = own.includes(error.code) ? error.code : "UNAUTHENTICATED";
      this.#rejection = new TokenRejectedError(code, message, { http, details, metadata, cause: error });
      throw this.#rejection;
    }
  }
}

/** Reports whether a repeated request would fail in the same way, unlike with an unreachable or overloaded service. */
const isRejection = ({ http }: PlatformError): boolean => http >= 400 && http < 499 && http !== 429;
