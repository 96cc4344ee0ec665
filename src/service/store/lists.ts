import * as counts from "./counts";
import type { Database } from "./database";
import { byKinds, excludedRows } from "./excluded-rows";
import { FIELD as KIND } from "./kinds";
import { plainPage } from "./plain-page";
import { fromRow } from "./resources";
import type { StoredResource } from "./schema";
import { point, subtree } from "./scope";
import { Scopes } from "./scopes";
import { leadingTerm, placeOf, select, selectPage, type Way } from "./select";
import type { IndexEntry, Page, Selection } from "./selection";
import { countSeveral, pageOfSeveral } from "./several-scopes";

export type { Condition, Page, Selection } from "./selection";

/**
 * Returns one page. Ordered by uid, its cost depends only on the page size, not on the number of resources or the
 * offset. In other orders this holds if the scopes cover most of an organization; in the worst case the cost grows with
 * the square root of the number of resources.
 */
export async function page(db: Database, selection: Selection, part: Page): Promise<StoredResource[]> {
  if (selection.scopes.size === 0) return [];
  const plain = isFiltered(selection) ? undefined : plainPage(db, selection, part);
  if (plain) return (await plain).map(fromRow);
  const { key } = part.order;
  const way = await wayTo(db, selection, part);
  const parts = await byKinds(db, selection);
  if (parts?.length === 1 && way !== "order") return page(db, parts[0]!, part);
  if (parts && key === "uid" && part.skip === 0)
    return merged(await Promise.all(parts.map((each) => page(db, each, part))), part);
  const [scope, ...others] = selection.scopes.list;
  if (others.length > 0) return pageOfSeveral(db, selection, part, way);
  return (await selectPage(db, selection, scope!, part, way).offset(part.skip).selectAll("resources").execute()).map(
    fromRow,
  );
}

/** Merges pages ordered by uid, which may overlap. */
function merged(pages: readonly StoredResource[][], { order, limit }: Page): StoredResource[] {
  const byUid = new Map(pages.flat().map((resource) => [resource.uid, resource]));
  const uids = [...byUid.keys()].sort();
  return (order.descending ? uids.reverse() : uids).slice(0, limit).map((uid) => byUid.get(uid)!);
}

/** Returns the number of resources on all pages. */
export function count(db: Database, selection: Selection): Promise<number> {
  const { scopes, ...what } = selection;
  if (!isFiltered(selection)) return kept(db, selection);
  return totalOf(db, scopes, JSON.stringify(what), () => countFiltered(db, selection));
}

/** Returns the number of resources without filters. */
const kept = (db: Database, { type, scopes }: Selection): Promise<number> =>
  totalOf(db, scopes, type, () => counts.within(db, type, scopes));

/** The number of scopes from which totals are cached: summing them takes longer than reading a page. */
const MIN_CACHED_SCOPES = 32;

/** Counts are not cached in a transaction because it may not commit. */
const totalOf = (db: Database, scopes: Scopes, key: string, find: () => Promise<number>): Promise<number> =>
  scopes.size < MIN_CACHED_SCOPES || db.isTransaction ? find() : scopes.totals.get(db, key, find);

async function countFiltered(db: Database, selection: Selection): Promise<number> {
  const [scope, ...others] = selection.scopes.list;
  if (!scope) return 0;
  const excluded = excludedRows(selection);
  if (excluded) return (await kept(db, selection)) - (await countExcluded(db, selection, excluded));
  const way = await countingWay(db, selection);
  if (others.length > 0) return countSeveral(db, selection, way);
  const row = await select(db, selection, way, placeOf(scope, way))
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/**
 * Returns the number of resources in the scopes with one of the values: counted if they are few, read from the
 * maintained counts if they may be most.
 */
async function countExcluded(db: Database, selection: Selection, term: IndexEntry): Promise<number> {
  const { type, scopes } = selection;
  if (term[0] !== KIND) return countThrough(db, selection, term);
  const themselves = new Scopes(scopes.list.flatMap(({ uid, self }) => (self ? [point(uid)] : [])));
  const [below, found] = await Promise.all([
    counts.ofKinds(db, type, scopes, term[1]),
    themselves.size === 0 ? 0 : countThrough(db, { ...selection, scopes: themselves }, term),
  ]);
  return below + found;
}

async function countThrough(db: Database, { type, scopes }: Selection, [field, values]: IndexEntry): Promise<number> {
  const [scope, ...others] = scopes.list;
  if (others.length > 0) return countSeveral(db, { type, scopes, terms: [[field, values]] }, "uids");
  const { total } = await db.query
    .selectFrom("terms")
    .innerJoin("resources", (join) =>
      join.onRef("resources.type", "=", "terms.type").onRef("resources.uid", "=", "terms.uid"),
    )
    .where("terms.type", "=", type)
    .where("terms.field", "=", field)
    .where("terms.value", "in", values)
    .where(placeOf(scope!, "term").condition)
    .select(({ fn }) => fn.count("terms.uid").distinct().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns whether a filter selects an unknown fraction; exclusions remove little. */
const isSelective = (selection: Selection) => isFiltered(selection) && !excludedRows(selection);

const isFiltered = ({ name, terms, further = [] }: Selection) =>
  name !== undefined || terms.length > 0 || further.length > 0;

/** A filter that selects few rows determines the index, whatever the order. */
const filterWay = (selection: Selection): Way | undefined =>
  leadingTerm(selection) ? "term" : selection.name === undefined ? undefined : "order";

const sinceOf = ({ further = [] }: Selection): string | undefined =>
  further.flatMap((each) => ("updatedSince" in each ? [each.updatedSince] : []))[0];

/** The index of update times contains only rows that changed, and suffices without reading the rows. */
async function countingWay(db: Database, selection: Selection): Promise<Way> {
  const way = filterWay(selection);
  if (way || sinceOf(selection) === undefined) return way ?? "uids";
  return (await kept(db, selection)) > FEW ? "recent" : "uids";
}

/** Reading this many rows is as fast as finding out whether there is a better index. */
const FEW = 100;

/** Returns whether fewer rows changed in the organizations than a walk along the uids would read to find enough. */
async function isRecentShorter(db: Database, selection: Selection, since: string, enough: number): Promise<boolean> {
  const wanted = await kept(db, selection);
  if (wanted <= FEW) return false;
  const most = Math.ceil(Math.sqrt(wanted * enough));
  const { changed } = await db.query
    .selectFrom((from) =>
      from
        .selectFrom("resources")
        .select("resources.uid")
        .where("type", "=", selection.type)
        .where("root", "in", selection.scopes.roots)
        .where("update_time", ">=", since)
        .limit(most)
        .as("changed"),
    )
    .select(({ fn }) => fn.countAll().as("changed"))
    .executeTakeFirstOrThrow();
  return Number(changed) < most;
}

/** Of n matching rows among N, sorting reads all n, while walking the N in order finds n in every N: limit * N / n. */
async function wayTo(db: Database, selection: Selection, { order, limit, skip }: Page): Promise<Way> {
  const way = filterWay(selection);
  if (way) return way;
  const since = sinceOf(selection);
  if (since !== undefined) {
    const isShorter = order.key === "updateTime" || (await isRecentShorter(db, selection, since, limit + skip));
    return isShorter ? "recent" : "uids";
  }
  if (order.key === "uid" || isSelective(selection)) return "uids";
  const isKept = excludedRows(selection)?.[0] === KIND;
  const [wanted, all] = await Promise.all([
    isKept ? count(db, selection) : kept(db, selection),
    counts.within(db, selection.type, new Scopes(selection.scopes.roots.map(subtree))),
  ]);
  return wanted * wanted > (limit + skip) * all ? "order" : "uids";
}
