/** Counts by key, and their sum. A key whose count returns to zero takes no memory. */
export class Tally {
  readonly #counts = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** The number of keys with a count. */
  get size(): number {
    return this.#counts.size;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds an amount, which may be negative, and returns the key's new count. */
  add(key: string, amount: number): number {
    const count = this.of(key) + amount;
    this.#total += amount;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    return count;
  }
}
