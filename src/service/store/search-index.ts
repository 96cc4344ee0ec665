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

/** Returns the resources that have one of the values in each of two fields, with their values in the first one. */
export async function findByBoth(
  db: Database,
  type: string,
  [field, values]: readonly [field: string, values: readonly string[]],
  [other, others]: readonly [field: string, values: readonly string[]],
): Promise<FoundValue[]> {
  return (
    db.query
      .selectFrom("search_index as first")
      // The second one is looked up by its key.
      .crossJoin("search_index as second")
      .select(["first.value", "first.uid"])
      .where("first.type", "=", type)
      .where("first.field", "=", field)
      .where(isOneOf(db, "first.value", parameterOf(db, values)))
      .where("second.type", "=", type)
      .where("second.field", "=", other)
      .where(isOneOf(db, "second.value", parameterOf(db, others)))
      .whereRef("second.uid", "=", "first.uid")
      .execute()
  );
}

/**
 * Returns up to `limit` resources with their values in a field that are below a group, ordered by value and uid, after
 * a position. Reads only what it returns.
 */
export async function findAfter(
  db: Database,
  type: string,
  field: string,
  { below, after, limit }: { readonly below: string; readonly after: FoundValue | undefined; readonly limit: number },
): Promise<FoundValue[]> {
  let query = db.query
    .selectFrom("search_index")
    .select(["value", "uid"])
    .where("type", "=", type)
    .where("field", "=", field)
    .where("value", ">=", after?.value ?? `${below}/`)
    .where("value", "<", `${below}0`);
  if (after) query = query.where(({ eb, or }) => or([eb("value", ">", after.value), eb("uid", ">", after.uid)]));
  return query.orderBy("value").orderBy("uid").limit(limit).execute();
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
