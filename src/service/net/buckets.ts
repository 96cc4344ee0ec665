/** What a key has left, as of a time in milliseconds. */
interface Bucket {
  readonly left: number;
  readonly at: number;
}

export interface BucketOptions {
  /** What a key may use up at once that has used nothing for long. */
  readonly capacity: number;
  /** How quickly a bucket fills. */
  readonly perSecond: number;
  /** Keys that are remembered; the one that was used longest ago is forgotten first, which gives it a full bucket. */
  readonly maxKeys: number;
  /** Milliseconds from any fixed time. */
  readonly now: () => number;
}

/** Bounds what each of many keys may use up: a bucket for each, which fills at a steady rate. Each process has its own. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(private readonly options: BucketOptions) {}

  /** What a key has left now; less than nothing where it took more than it had. */
  left(key: string): number {
    const { capacity, perSecond, now } = this.options;
    const known = this.#buckets.get(key);
    if (!known) return capacity;
    return Math.min(capacity, known.left + (Math.max(now() - known.at, 0) / 1000) * perSecond);
  }

  /** Takes an amount from a key's bucket, or gives it back where it is negative. */
  take(key: string, amount: number): void {
    const { capacity, maxKeys, now } = this.options;
    const left = Math.min(capacity, this.left(key) - amount);
    this.#buckets.delete(key);
    this.#buckets.set(key, { left, at: now() });
    if (this.#buckets.size > maxKeys) this.#buckets.delete(this.#buckets.keys().next().value!);
  }
}
