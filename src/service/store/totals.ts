import type { Database } from "./database";
import { versionOf } from "./write-locks";

/** The maximum number of cached totals, because filters are arbitrary. */
const MAX_TOTALS = 16;

interface Total {
  readonly version: string;
  readonly count: Promise<number>;
}

/** Counts of resources in organizations, cached until a write to one of the organizations. */
export class Totals {
  readonly #cached = new Map<string, Total>();

  constructor(private readonly roots: readonly string[]) {}

  /** Returns the count that `key` identifies. */
  async get(db: Database, key: string, count: () => Promise<number>): Promise<number> {
    // The version is read first: the cached count can then be newer than its version, but never older.
    const version = (await Promise.all(this.roots.map((root) => versionOf(db, root)))).join();
    const cached = this.#cached.get(key);
    if (cached?.version === version) return cached.count;
    if (this.#cached.size >= MAX_TOTALS) this.#cached.clear();
    const total = { version, count: count() };
    this.#cached.set(key, total);
    total.count.catch(() => this.#cached.delete(key));
    return total.count;
  }
}
