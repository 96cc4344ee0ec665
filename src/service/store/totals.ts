import { versionOf } from "./engines/write-locks";
import type { Database } from "./schema";
import { rootsOf, type Scope } from "./scope";

/** From so many scopes on, totals are remembered: adding them up takes longer than reading a page. */
const MANY = 32;
/** Totals that are remembered for one list of scopes: filters can be anything. */
const MAX_TOTALS = 16;

interface Total {
  readonly version: string;
  readonly count: Promise<number>;
}

/** Totals by the array of scopes that they are of, so that they are forgotten with it. */
const totals = new WeakMap<readonly Scope[], Map<string, Total>>();

/**
 * A count of what lies in the scopes; `what` tells apart the counts of the same array. Where there are many scopes it is
 * counted again only once something was written to their organization.
 */
export async function totalOf(
  db: Database,
  scopes: readonly Scope[],
  what: string,
  count: () => Promise<number>,
): Promise<number> {
  // Nor is what a transaction sees remembered: it may not be committed.
  if (scopes.length < MANY || db.isTransaction) return count();
  const known = totals.get(scopes) ?? new Map<string, Total>();
  totals.set(scopes, known);
  // Read first: what is counted then can be newer than it says, never older.
  const version = (await Promise.all(rootsOf(scopes).map((root) => versionOf(db, root)))).join();
  const found = known.get(what);
  if (found?.version === version) return found.count;
  if (known.size >= MAX_TOTALS) known.clear();
  const total = { version, count: count() };
  known.set(what, total);
  total.count.catch(() => known.delete(what));
  return total.count;
}
