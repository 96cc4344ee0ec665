import * as counts from "./counts";
import type { Database } from "./database";
import { excludedRows, selectionsByKind } from "./excluded-rows";
import { FIELD as KIND } from "./kinds";
import { plainPage } from "./plain-page";
import { fromRow } from "./resources";
import type { StoredResource } from "./schema";
import { point, subtree } from "./scope";
import { Scopes } from "./scopes";
import { type AccessPath, leadingEntry, locationOf, select, selectPage } from "./select";
import type { IndexEntry, Page, Selection } from "./selection";
import { countAcrossScopes, pageAcrossScopes } from "./several-scopes";

export type { Condition, Page, Selection } from "./selection";

/**
 * Returns one page. Ordered by uid, its cost depends only on the page size, not on the number of resources or the
 * offset. In other orders this holds if the scopes cover most of an organization; in the worst case the cost grows with
 * the square root of the number of resources.
 */
export async function page(db: Database, selection: Selection, part: Page): Promise<StoredResource[]> {
  const [scope, ...others] = selection.scopes.list;
  if (!scope) return [];
  const plain = isFiltered(selection) ? undefined : plainPage(db, selection, part);
  if (plain) return (await plain).map(fromRow);
  const { key } = part.order;
  const accessPath = await accessPathFor(db, selection, part);
  const parts = await selectionsByKind(db, selection);
  const [only, ...more] = parts ?? [];
  if (only && more.length === 0 && accessPath !== "order") return page(db, only, part);
  if (parts && key === "uid" && part.skip === 0)
    return merged(await Promise.all(parts.map((each) => page(db, each, part))), part);
  if (others.length > 0) return pageAcrossScopes(db, selection, part, accessPath);
  return (
    await selectPage(db, selection, scope, part, accessPath).offset(part.skip).selectAll("resources").execute()
  ).map(fromRow);
}

/** Merges pages ordered by uid, which may overlap. */
function merged(pages: readonly StoredResource[][], { order, limit }: Page): StoredResource[] {
  const byUid = new Map(pages.flat().map((resource) => [resource.uid, resource]));
  const sorted = [...byUid.values()].sort((one, other) => (one.uid < other.uid ? -1 : 1));
  return (order.descending ? sorted.reverse() : sorted).slice(0, limit);
}

/** Returns the number of resources on all pages. */
export function count(db: Database, selection: Selection): Promise<number> {
  const { scopes, ...filters } = selection;
  if (!isFiltered(selection)) return countUnfiltered(db, selection);
  return cachedTotal(db, scopes, JSON.stringify(filters), () => countFiltered(db, selection));
}

/** Returns the number of resources without filters. */
const countUnfiltered = (db: Database, { type, scopes }: Selection): Promise<number> =>
  cachedTotal(db, scopes, type, () => counts.countWithin(db, type, scopes));

/** The minimum number of scopes for which totals are cached: summing them takes longer than reading a page. */
const MIN_CACHED_SCOPES = 32;

/** Counts are not cached in a transaction because it may not commit. */
const cachedTotal = (db: Database, scopes: Scopes, key: string, find: () => Promise<number>): Promise<number> =>
  scopes.size < MIN_CACHED_SCOPES || db.isTransaction ? find() : scopes.totals.get(db, key, find);

async function countFiltered(db: Database, selection: Selection): Promise<number> {
  const [scope, ...others] = selection.scopes.list;
  if (!scope) return 0;
  const excluded = excludedRows(selection);
  if (excluded) return (await countUnfiltered(db, selection)) - (await countExcluded(db, selection, excluded));
  const accessPath = await accessPathForCount(db, selection);
  if (others.length > 0) return countAcrossScopes(db, selection, accessPath);
  const row = await select(db, selection, accessPath, locationOf(scope, accessPath))
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/**
 * Returns the number of resources in the scopes with one of the values: for kinds from the stored counts, otherwise by
 * counting rows.
 */
async function countExcluded(db: Database, selection: Selection, entry: IndexEntry): Promise<number> {
  const { type, scopes } = selection;
  if (entry[0] !== KIND) return countEntry(db, selection, entry);
  const themselves = new Scopes(scopes.list.flatMap(({ uid, self }) => (self ? [point(uid)] : [])));
  const [below, found] = await Promise.all([
    counts.countOfKinds(db, type, scopes, entry[1]),
    themselves.size === 0 ? 0 : countEntry(db, { ...selection, scopes: themselves }, entry),
  ]);
  return below + found;
}

async function countEntry(db: Database, { type, scopes }: Selection, [field, values]: IndexEntry): Promise<number> {
  const [scope, ...others] = scopes.list;
  if (!scope) return 0;
  if (others.length > 0) return countAcrossScopes(db, { type, scopes, indexEntries: [[field, values]] }, "uid");
  const { total } = await db.query
    .selectFrom("search_index")
    .innerJoin("resources", (join) =>
      join.onRef("resources.type", "=", "search_index.type").onRef("resources.uid", "=", "search_index.uid"),
    )
    .where("search_index.type", "=", type)
    .where("search_index.field", "=", field)
    .where("search_index.value", "in", values)
    .where(locationOf(scope, "search").condition)
    .select(({ fn }) => fn.count("search_index.uid").distinct().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns whether a filter selects an unknown fraction; exclusions remove little. */
const isSelective = (selection: Selection) => isFiltered(selection) && !excludedRows(selection);

const isFiltered = ({ name, indexEntries, conditions = [] }: Selection) =>
  name !== undefined || indexEntries.length > 0 || conditions.length > 0;

/** Returns the index of a filter that selects few rows, whatever the order. */
const accessPathForFilters = (selection: Selection): AccessPath | undefined =>
  leadingEntry(selection) ? "search" : selection.name === undefined ? undefined : "order";

const updatedSinceOf = ({ conditions = [] }: Selection): string | undefined =>
  conditions.flatMap((each) => ("updatedSince" in each ? [each.updatedSince] : []))[0];

/** Chooses the index for counting. That of update times contains the counted values, so that no rows are read. */
async function accessPathForCount(db: Database, selection: Selection): Promise<AccessPath> {
  const accessPath = accessPathForFilters(selection);
  if (accessPath || updatedSinceOf(selection) === undefined) return accessPath ?? "uid";
  return (await countUnfiltered(db, selection)) > FEW_ROWS ? "updateTime" : "uid";
}

/** Reading this many rows is as fast as finding out whether there is a better index. */
const FEW_ROWS = 100;

/** Returns whether fewer rows changed in the organizations than a scan in the order of uids would read to find enough. */
async function isUpdateTimeFaster(db: Database, selection: Selection, since: string, enough: number): Promise<boolean> {
  const wanted = await countUnfiltered(db, selection);
  if (wanted <= FEW_ROWS) return false;
  const maxRows = Math.ceil(Math.sqrt(wanted * enough));
  const { changed } = await db.query
    .selectFrom((from) =>
      from
        .selectFrom("resources")
        .select("resources.uid")
        .where("type", "=", selection.type)
        .where("root", "in", selection.scopes.roots)
        .where("update_time", ">=", since)
        .limit(maxRows)
        .as("changed"),
    )
    .select(({ fn }) => fn.countAll().as("changed"))
    .executeTakeFirstOrThrow();
  return Number(changed) < maxRows;
}

/**
 * Chooses the index. To find a page of n matching rows among N, sorting reads all n rows, and scanning the N rows in
 * the page's order reads about limit * N / n.
 */
async function accessPathFor(db: Database, selection: Selection, { order, limit, skip }: Page): Promise<AccessPath> {
  const accessPath = accessPathForFilters(selection);
  if (accessPath) return accessPath;
  const since = updatedSinceOf(selection);
  if (since !== undefined) {
    const isShorter = order.key === "updateTime" || (await isUpdateTimeFaster(db, selection, since, limit + skip));
    return isShorter ? "updateTime" : "uid";
  }
  if (order.key === "uid" || isSelective(selection)) return "uid";
  const isCounted = excludedRows(selection)?.[0] === KIND;
  const [wanted, all] = await Promise.all([
    isCounted ? count(db, selection) : countUnfiltered(db, selection),
    counts.countWithin(db, selection.type, new Scopes(selection.scopes.roots.map(subtree))),
  ]);
  return wanted * wanted > (limit + skip) * all ? "order" : "uid";
}
