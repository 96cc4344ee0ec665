import { versionOf } from "./engines/write-locks";
import type { Database } from "./schema";
import { rootsOf, type Scope } from "./scope";

/** The number of scopes from which totals are cached: summing them takes longer than reading a page. */
const MANY = 32;
/** The maximum number of cached totals per list of scopes, because filters are arbitrary. */
const MAX_TOTALS = 16;

interface Total {
  readonly version: string;
  readonly count: Promise<number>;
}

/** Cached totals by the array of scopes, so that they are released with it. */
const totals = new WeakMap<readonly Scope[], Map<string, Total>>();

/**
 * Returns a count within the scopes; `what` distinguishes counts of the same array. With many scopes, counts again only
 * after a write to their organizations.
 */
export async function totalOf(
  db: Database,
  scopes: readonly Scope[],
  what: string,
  count: () => Promise<number>,
): Promise<number> {
  // Counts within a transaction are not cached because the transaction may not commit.
  if (scopes.length < MANY || db.isTransaction) return count();
  const known = totals.get(scopes) ?? new Map<string, Total>();
  totals.set(scopes, known);
  // The version is read first: the cached count can then be newer than its version, but never older.
  const version = (await Promise.all(rootsOf(scopes).map((root) => versionOf(db, root)))).join();
  const found = known.get(what);
  if (found?.version === version) return found.count;
  if (known.size >= MAX_TOTALS) known.clear();
  const total = { version, count: count() };
  known.set(what, total);
  total.count.catch(() => known.delete(what));
  return total.count;
}
