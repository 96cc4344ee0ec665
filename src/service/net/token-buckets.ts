/** A key's amount at a time in milliseconds. */
interface Bucket {
  readonly amount: number;
  readonly at: number;
}

export interface BucketOptions {
  /** The amount in a full bucket. */
  readonly capacity: number;
  /** The rate at which a bucket fills. */
  readonly perSecond: number;
  /** The maximum number of keys; the least recently used one is evicted, which gives it a full bucket. */
  readonly maxKeys: number;
  /** Returns milliseconds since any fixed time. */
  readonly now: () => number;
}

/**
 * Token buckets: limits what each of many keys may use, with a bucket per key that fills at a steady rate. Each process
 * has its own.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(private readonly options: BucketOptions) {}

  /** Returns a key's remaining amount; negative if it used more than it had. */
  available(key: string): number {
    const { capacity, perSecond, now } = this.options;
    const known = this.#buckets.get(key);
    if (!known) return capacity;
    return Math.min(capacity, known.amount + (Math.max(now() - known.at, 0) / 1000) * perSecond);
  }

  /** Takes an amount from a key's bucket, or returns it if negative. */
  take(key: string, amount: number): void {
    const { capacity, maxKeys, now } = this.options;
    const available = Math.min(capacity, this.available(key) - amount);
    this.#buckets.delete(key);
    this.#buckets.set(key, { amount: available, at: now() });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > maxKeys && oldest !== undefined) this.#buckets.delete(oldest);
  }
}
