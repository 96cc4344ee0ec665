import { retryLater } from "../api";

/** Callers that are remembered; the one that asked longest ago is forgotten first, which gives it a full bucket. */
const MAX_CALLERS = 100_000;

interface Bucket {
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Bounds how often each caller may ask: a bucket of tokens that fills at a steady rate and holds one second's worth.
 * Each process counts for itself.
 */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #capacity: number;

  constructor(
    private readonly perSecond: number,
    private readonly clock: () => number,
  ) {
    this.#capacity = Math.max(perSecond, 1);
  }

  /** Counts one request of a caller. Throws RESOURCE_EXHAUSTED, with the seconds after which the next one passes. */
  take(caller: string): void {
    const now = this.clock();
    const { tokens, at } = this.#buckets.get(caller) ?? { tokens: this.#capacity, at: now };
    const filled = Math.min(this.#capacity, tokens + (Math.max(now - at, 0) / 1000) * this.perSecond);
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens: filled < 1 ? filled : filled - 1, at: now });
    if (this.#buckets.size > MAX_CALLERS) this.#buckets.delete(this.#buckets.keys().next().value!);
    if (filled < 1)
      throw retryLater(
        "RESOURCE_EXHAUSTED",
        `Resource exhausted: more than ${this.perSecond} requests a second`,
        Math.ceil((1 - filled) / this.perSecond),
      );
  }
}
