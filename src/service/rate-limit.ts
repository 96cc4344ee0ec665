import { retryLater } from "../api";

/** Callers that are remembered; the one that asked longest ago is forgotten first, which gives it a full bucket. */
const MAX_CALLERS = 100_000;

interface Bucket {
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Bounds how often each caller may ask: a bucket of tokens that fills at a steady rate. Each process counts for itself. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #capacity: number;

  /** `burst`: how many requests a caller may make at once that made none before; one second's worth by default. */
  constructor(
    private readonly perSecond: number,
    private readonly clock: () => number,
    burst = perSecond,
  ) {
    this.#capacity = Math.max(burst, 1);
  }

  /** Counts one request of a caller. Throws RESOURCE_EXHAUSTED, with the seconds after which the next one passes. */
  take(caller: string): void {
    const tokens = this.#filled(caller);
    this.#keep(caller, tokens < 1 ? tokens : tokens - 1);
    if (tokens < 1)
      throw retryLater(
        "RESOURCE_EXHAUSTED",
        `Resource exhausted: more than ${this.perSecond} requests a second`,
        Math.ceil((1 - tokens) / this.perSecond),
      );
  }

  /** Takes back that a request of a caller was counted. */
  giveBack(caller: string): void {
    this.#keep(caller, Math.min(this.#capacity, this.#filled(caller) + 1));
  }

  #filled(caller: string): number {
    const known = this.#buckets.get(caller);
    if (!known) return this.#capacity;
    const passed = Math.max(this.clock() - known.at, 0) / 1000;
    return Math.min(this.#capacity, known.tokens + passed * this.perSecond);
  }

  #keep(caller: string, tokens: number): void {
    this.#buckets.delete(caller);
    this.#buckets.set(caller, { tokens, at: this.clock() });
    if (this.#buckets.size > MAX_CALLERS) this.#buckets.delete(this.#buckets.keys().next().value!);
  }
}
