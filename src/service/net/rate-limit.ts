import { retryLater } from "../../api";
import { TokenBuckets } from "./token-buckets";

const MAX_CALLERS = 100_000;

/** Limits the request rate of each caller. Each process has its own limits. */
export class RateLimit {
  readonly #buckets: TokenBuckets;

  /** `burst`: the number of requests that an idle caller may make at once; by default, one second's worth. */
  constructor(
    private readonly perSecond: number,
    clock: () => number,
    burst = perSecond,
  ) {
    this.#buckets = new TokenBuckets({ capacity: Math.max(burst, 1), perSecond, maxKeys: MAX_CALLERS, now: clock });
  }

  /** Counts a request of a caller. Throws RESOURCE_EXHAUSTED with the seconds until the next request is allowed. */
  take(caller: string): void {
    const left = this.#buckets.available(caller);
    this.#buckets.take(caller, left < 1 ? 0 : 1);
    if (left < 1)
      throw retryLater(
        "RESOURCE_EXHAUSTED",
        `Resource exhausted: more than ${this.perSecond} requests per second`,
        Math.ceil((1 - left) / this.perSecond),
      );
  }

  /** Undoes the counting of a request. */
  refund(caller: string): void {
    this.#buckets.take(caller, -1);
  }
}
