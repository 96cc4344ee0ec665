import { sql } from "kysely";
import type { Database } from "./database";
import { isWithin } from "./ranges";
import type { Schema } from "./schema";
import { subtree } from "./scope";
import { type AccessPath, selectPage, sortColumns } from "./select";
import type { Page, Selection } from "./selection";

/** A row's sort value and uid. */
export type Key = readonly [value: string, uid: string];

/** A row with its sort value. */
type Sorted<R> = R & { readonly uid: string; readonly value: string };
type Read<R> = (part: Page) => Promise<readonly Sorted<R>[]>;

export interface Scanned<R> {
  readonly rows: readonly Sorted<R>[];
  /** Whether these are all rows of the page. */
  readonly isDone: boolean;
}

/** The maximum number of rows per statement. */
const MAX_ROWS = 8000;

/** Reads at most `maxRows` rows of whole organizations in the page's order, and keeps the visible ones. */
export const scanRows = (db: Database, selection: Selection, part: Page, accessPath: AccessPath, maxRows?: number) =>
  scan<Schema["resources"]>(
    selection,
    part,
    (page) =>
      acrossRoots(selection, page, (root) => {
        const { sorting } = sortColumns(accessPath, page.order.key);
        return selectPage(db, selection, subtree(root), page, accessPath)
          .selectAll("resources")
          .select(sql<string>`${sorting}`.as("value"))
          .execute();
      }),
    maxRows,
  );

/** As `scanRows`, but reads only the keys. */
export const scanKeys = (db: Database, selection: Selection, part: Page, accessPath: AccessPath, maxRows?: number) =>
  scan<object>(
    selection,
    part,
    (page) =>
      acrossRoots(selection, page, (root) => {
        const { uid, sorting } = sortColumns(accessPath, page.order.key);
        return selectPage(db, selection, subtree(root), page, accessPath)
          .select([uid.as("uid"), sql<string>`${sorting}`.as("value")])
          .execute();
      }),
    maxRows,
  );

async function scan<R>(
  { scopes }: Selection,
  part: Page,
  readPage: Read<R>,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<Scanned<R>> {
  const { ranges } = scopes;
  const wanted = part.skip + part.limit;
  const rows: Sorted<R>[] = [];
  let { after } = part;
  let limit = Math.min(wanted, maxRows, MAX_ROWS);
  for (let read = 0; ; ) {
    const found = await readPage({ ...part, after, limit });
    for (const row of found) if (isWithin(ranges, row.uid)) rows.push(row);
    read += found.length;
    const isDone = rows.length >= wanted || found.length < limit;
    const last = found.at(-1);
    if (isDone || read >= maxRows || !last) return { rows: rows.slice(part.skip, wanted), isDone };
    after = [last.value, last.uid];
    const needed = rows.length === 0 ? 4 * read : (1.5 * (wanted - rows.length) * read) / rows.length;
    limit = Math.min(Math.ceil(needed), maxRows - read, MAX_ROWS);
  }
}

/** Returns the first rows after `after` across all organizations. */
async function acrossRoots<R>(
  { scopes }: Selection,
  { order, limit }: Page,
  readOne: (root: string) => Promise<readonly Sorted<R>[]>,
): Promise<readonly Sorted<R>[]> {
  const found = await Promise.all(scopes.roots.map(readOne));
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  return sortedByKey(found.flat(), ({ value, uid }) => [value, uid], order.descending).slice(0, limit);
}

/** Sorts as the engines do, comparing text byte by byte. */
export function sortedByKey<T>(all: readonly T[], keyOf: (one: T) => Key, descending: boolean): T[] {
  const sorted = all
    .map((one) => {
      const [value, uid] = keyOf(one);
      return { one, uid, bytes: Buffer.from(value) };
    })
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes) || (a.uid < b.uid ? -1 : 1))
    .map(({ one }) => one);
  return descending ? sorted.reverse() : sorted;
}
