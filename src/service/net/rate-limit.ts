import { retryLater } from "../../api";
import { Buckets } from "./buckets";

const MAX_CALLERS = 100_000;

/** Bounds how often each caller may ask. Each process counts for itself. */
export class RateLimit {
  readonly #buckets: Buckets;

  /** `burst`: how many requests a caller may make at once that made none before; one second's worth by default. */
  constructor(
    private readonly perSecond: number,
    clock: () => number,
    burst = perSecond,
  ) {
    this.#buckets = new Buckets({ capacity: Math.max(burst, 1), perSecond, maxKeys: MAX_CALLERS, now: clock });
  }

  /** Counts one request of a caller. Throws RESOURCE_EXHAUSTED, with the seconds after which the next one passes. */
  take(caller: string): void {
    const left = this.#buckets.left(caller);
    this.#buckets.take(caller, left < 1 ? 0 : 1);
    if (left < 1)
      throw retryLater(
        "RESOURCE_EXHAUSTED",
        `Resource exhausted: more than ${this.perSecond} requests a second`,
        Math.ceil((1 - left) / this.perSecond),
      );
  }

  /** Takes back that a request of a caller was counted. */
  giveBack(caller: string): void {
    this.#buckets.take(caller, -1);
  }
}
