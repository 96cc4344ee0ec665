import { expressionBuilder, sql } from "kysely";
import type { SortKey } from "../../api";
import type { Database } from "./database";
import { firstEndingAfter, firstIndex, type Range, startOf } from "./ranges";
import { fromRow, getMany } from "./resources";
import { type Key, scanKeys, scanRows, sortedByKey } from "./scan";
import type { Schema, StoredResource } from "./schema";
import { type AccessPath, type Location, select, sortColumns } from "./select";
import type { Page, Selection } from "./selection";
import { aggregate, asRows, parseAggregate } from "./text-lists";

/**
 * Pages for callers who can see several scopes. The cost depends on the page, not on the number of scopes: the scopes
 * are read in chunks until the page is full. If most rows are visible, or few match, rows of the whole organization are
 * read and filtered instead.
 */

/** The number of ranges per statement. */
const MAX_RANGES = 1024;
/** The number of rows that a statement reads when there are few ranges. */
const MAX_ROWS = 4096;
/** The minimum number of rows read per range. */
const MIN_ROWS = 64;
/** The number of rows of the whole organization that are read before the scopes are read one by one. */
const MAX_SCANNED = 1000;

/** Returns a page. `skip` counts from `after` if it is set. */
export async function pageAcrossScopes(
  db: Database,
  selection: Selection,
  part: Page,
  accessPath: AccessPath,
): Promise<StoredResource[]> {
  const isAlongIndex = accessPath === "order" && selection.name === undefined;
  if (isAlongIndex || isFiltering(selection)) {
    const { rows, isDone } = await scanRows(db, selection, part, accessPath, isAlongIndex ? undefined : MAX_SCANNED);
    if (isDone) return rows.map(fromRow);
  }
  const read = part.order.key === "uid" ? keysByUid : keysByValue;
  for (;;) {
    const uids = (await read(db, selection, part, accessPathWithin(accessPath))).slice(part.skip).map(([, uid]) => uid);
    const found = await getMany(db, selection.type, uids);
    // A page that is not full is taken as the last one, so if a resource was deleted meanwhile, read again.
    if (found.size === uids.length) return uids.flatMap((uid) => found.get(uid) ?? []);
  }
}

/** Returns the number of resources by counting rows. */
export async function countAcrossScopes(db: Database, selection: Selection, accessPath: AccessPath): Promise<number> {
  const all = { order: { key: "uid", descending: false }, skip: 0, limit: MAX_SCANNED + 1 } as const;
  const { rows, isDone } = await scanKeys(db, selection, all, accessPath, MAX_SCANNED);
  if (isDone) return rows.length;
  const { ranges } = selection.scopes;
  const within = accessPathWithin(accessPath);
  let total = 0;
  for (let at = 0; at < ranges.length; at += MAX_RANGES) {
    const matching = select(db, selection, within, rangeLocation(selection, within)).select(({ fn }) =>
      fn.countAll().as("matching"),
    );
    const row = await db.query
      .selectFrom(asRows(db, ranges.slice(at, at + MAX_RANGES), "ranges"))
      .select(({ fn }) => fn.sum(sql<number>`${matching}`).as("total"))
      .executeTakeFirstOrThrow();
    total += Number(row.total ?? 0);
  }
  return total;
}

/** Returns whether a filter may select few rows; exclusions remove little. */
const isFiltering = ({ name, indexEntries, conditions = [] }: Selection) =>
  name !== undefined || indexEntries.length > 0 || conditions.some((each) => !("excludes" in each));

/** Update times cannot be searched per scope: their index covers the organization. */
const accessPathWithin = (accessPath: AccessPath): AccessPath => (accessPath === "updateTime" ? "uid" : accessPath);

/** Reads the scopes in the order of uids until the page is full. */
async function keysByUid(
  db: Database,
  selection: Selection,
  part: Page,
  accessPath: AccessPath,
): Promise<readonly Key[]> {
  const { descending } = part.order;
  const wanted = part.skip + part.limit;
  const { ranges: ascending } = selection.scopes;
  const ranges = descending ? [...ascending].reverse() : ascending;
  const keys: Key[] = [];
  let { after } = part;
  let at = after === undefined ? 0 : firstToRead(ranges, after[1], descending);
  let chunk = 1;
  for (let probed = 0; at < ranges.length && keys.length < wanted; ) {
    const some = ranges.slice(at, at + chunk);
    const limit = Math.min(wanted - keys.length, Math.max(Math.ceil(MAX_ROWS / some.length), MIN_ROWS));
    const found = await keysIn(db, selection, { ...part, after, limit }, accessPath, some);
    const full = some.findIndex((range) => found.get(range)?.length === limit);
    const read = full < 0 ? some.length : full + 1;
    for (const range of some.slice(0, read)) for (const key of found.get(range) ?? []) keys.push(key);
    // Continue with the rest of the range that reached its limit.
    after = full < 0 ? undefined : keys.at(-1);
    at += full < 0 ? read : full;
    probed += read;
    const needed = keys.length === 0 ? 16 * probed : (1.5 * (wanted - keys.length) * probed) / keys.length;
    chunk = after ? 1 : Math.max(1, Math.min(Math.ceil(needed), MAX_RANGES));
  }
  return keys.slice(0, wanted);
}

/** Returns the index of the first range that contains or follows the uid. */
const firstToRead = (ranges: readonly Range[], uid: string, descending: boolean): number =>
  descending ? firstIndex(ranges, (range) => startOf(range) < uid) : firstEndingAfter(ranges, uid);

/** Reads the first rows of every scope, and returns the first of them all. */
async function keysByValue(
  db: Database,
  selection: Selection,
  part: Page,
  accessPath: AccessPath,
): Promise<readonly Key[]> {
  const { ranges } = selection.scopes;
  const limit = part.skip + part.limit;
  let first: Key[] = [];
  for (let at = 0; at < ranges.length; at += MAX_RANGES) {
    const found = await keysIn(db, selection, { ...part, limit }, accessPath, ranges.slice(at, at + MAX_RANGES));
    first = sortedByKey([...first, ...[...found.values()].flat()], (key) => key, part.order.descending).slice(0, limit);
  }
  return first;
}

/** Returns the first keys in each of the ranges. */
async function keysIn(
  db: Database,
  selection: Selection,
  { order: { key, descending }, after, limit }: Omit<Page, "skip">,
  accessPath: AccessPath,
  ranges: readonly Range[],
): Promise<ReadonlyMap<Range, readonly Key[]>> {
  const { uid, sorting } = sortColumns(accessPath, key);
  const [direction, beyond] = descending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const text = key === "uid" ? uid : sql<string>`${uid} || ' ' || ${sorting}`;
  let inside = select(db, selection, accessPath, rangeLocation(selection, accessPath))
    .select(text.as("text"))
    .limit(limit);
  if (key !== "uid") inside = inside.orderBy(sorting, direction);
  inside = inside.orderBy(uid, direction);
  if (after && key === "uid") inside = inside.where(uid, beyond, after[1]);
  else if (after)
    inside = inside.where(sql<boolean>`(${sorting}, ${uid}) ${sql.raw(beyond)} (${after[0]}, ${after[1]})`);
  const texts = db.query.selectFrom(inside.as("inside")).select(aggregate(db, sql.ref("inside.text")).as("texts"));
  const rows = await db.query
    .selectFrom(asRows(db, ranges, "ranges"))
    .select(["ranges.value as range", sql<unknown>`${texts}`.as("texts")])
    .execute();
  const keysOf = (result: unknown) =>
    sortedByKey(
      parseAggregate(result).map((each) => keyFrom(key, each)),
      (each) => each,
      descending,
    );
  return new Map(rows.map((row) => [row.range, keysOf(row.texts)]));
}

/** The separator is a space, which uids do not contain. */
function keyFrom(key: SortKey, text: string): Key {
  if (key === "uid") return [text, text];
  const space = text.indexOf(" ");
  return [text.slice(space + 1), text.slice(0, space)];
}

/** Returns the location of a query that runs for each row of `ranges`. */
function rangeLocation({ scopes }: Selection, accessPath: AccessPath): Location {
  const { eb } = expressionBuilder<Schema, "resources" | "search_index">();
  const uid = sql.ref<string>(accessPath === "search" ? "search_index.uid" : "resources.uid");
  const range = sql.ref<string>("ranges.value");
  const beginning = sql<string>`substr(${range}, 1, length(${range}) - 1)`;
  const condition = eb.and([eb(uid, ">=", beginning), eb(uid, "<", range)]);
  return { roots: scopes.roots, condition, isRepeated: true };
}
