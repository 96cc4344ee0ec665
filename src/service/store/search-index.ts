import type { Database } from "./database";
import { isOneOf, parameterOf } from "./text-lists";

/** The search index entries of a resource, by field: `{ identity: [uid], role: [uid] }`. */
export type IndexEntries = Readonly<Record<string, readonly string[]>>;

export async function insert(db: Database, type: string, uid: string, entries: IndexEntries): Promise<void> {
  const rows = Object.entries(entries).flatMap(([field, values]) =>
    [...new Set(values)].map((value) => ({ type, field, value, uid })),
  );
  if (rows.length > 0) await db.query.insertInto("search_index").values(rows).execute();
}

/** Deletes and returns the entries of a resource. */
export async function remove(db: Database, type: string, uid: string): Promise<IndexEntries> {
  const removed = await db.query
    .deleteFrom("search_index")
    .where("type", "=", type)
    .where("uid", "=", uid)
    .returning(["field", "value"])
    .execute();
  const entries: Record<string, string[]> = {};
  for (const { field, value } of removed) entries[field] = [...(entries[field] ?? []), value];
  return entries;
}

/** Returns the uids of up to `limit` resources whose value in the field is at most `value`, lowest first. */
export async function findUpTo(
  db: Database,
  type: string,
  field: string,
  value: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.query
    .selectFrom("search_index")
    .select("uid")
    .where("type", "=", type)
    .where("field", "=", field)
    .where("value", "<=", value)
    .orderBy("value")
    .orderBy("uid")
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** A resource, with one of its values in a field. */
export interface FoundValue {
  readonly value: string;
  readonly uid: string;
}

/**
 * Returns resources that have one of the values in `field`, with their values in another field, ordered by the latter
 * and the uid. `after` is the last one of the previous call; without its uid, all with its value are skipped.
 */
export async function findValues(
  db: Database,
  type: string,
  [field, values]: readonly [field: string, values: readonly string[]],
  other: { readonly field: string; readonly values?: readonly string[] },
  { after, limit }: { readonly after?: FoundValue; readonly limit?: number } = {},
): Promise<FoundValue[]> {
  // SQLite reads the tables of a cross join in this order: the other one would read the values of all organizations.
  let query = db.query
    .selectFrom("search_index as given")
    .crossJoin("search_index as other")
    .select(["other.value", "other.uid"])
    .where("given.type", "=", type)
    .where("given.field", "=", field)
    .where(isOneOf(db, "given.value", parameterOf(db, values)))
    .where("other.type", "=", type)
    .where("other.field", "=", other.field)
    .whereRef("other.uid", "=", "given.uid");
  if (other.values) query = query.where(isOneOf(db, "other.value", parameterOf(db, other.values)));
  if (after) {
    const { value, uid } = after;
    query = query.where(({ eb, or, and }) =>
      or([
        eb("other.value", ">", value),
        ...(uid === "" ? [] : [and([eb("other.value", "=", value), eb("other.uid", ">", uid)])]),
      ]),
    );
  }
  query = query.orderBy("other.value").orderBy("other.uid");
  return (limit === undefined ? query : query.limit(limit)).execute();
}

/** Restricts a search. */
export interface SearchOptions {
  /** Only resources below this group. */
  readonly below?: string;
  /** Only resources that have a value greater than `bound` in another field. */
  readonly greaterThan?: readonly [field: string, bound: string];
  readonly limit?: number;
}

/** Returns the uids of the resources of a type that have one of the values in a field, sorted. */
export async function find(
  db: Database,
  type: string,
  field: string,
  values: readonly string[],
  { below, greaterThan, limit }: SearchOptions = {},
): Promise<string[]> {
  let query = db.query.selectFrom("search_index").select("uid").where("type", "=", type).where("field", "=", field);
  const [first, ...more] = values;
  if (first === undefined) return [];
  query =
    more.length === 0 ? query.where("value", "=", first) : query.where(isOneOf(db, "value", parameterOf(db, values)));
  // "0" is the character after "/": the range between them contains all descendants.
  if (below !== undefined) query = query.where("uid", ">", `${below}/`).where("uid", "<", `${below}0`);
  if (greaterThan) {
    const [other, bound] = greaterThan;
    const others = db.query
      .selectFrom("search_index")
      .select("uid")
      .where("type", "=", type)
      .where("field", "=", other);
    query = query.where("uid", "in", others.where("value", ">", bound));
  }
  query = query.orderBy("uid");
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(({ uid }) => uid);
}
