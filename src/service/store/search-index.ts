import type { Database } from "./schema";

/** Values by which resources of a type are found: `{ identity: [uid], role: [uid] }`. */
export type IndexEntries = Readonly<Record<string, readonly string[]>>;

export async function insert(db: Database, type: string, uid: string, terms: IndexEntries): Promise<void> {
  const rows = Object.entries(terms).flatMap(([field, values]) =>
    [...new Set(values)].map((value) => ({ type, field, value, uid })),
  );
  if (rows.length > 0) await db.insertInto("terms").values(rows).execute();
}

/** Removes those of a resource, and gives them. */
export async function remove(db: Database, type: string, uid: string): Promise<IndexEntries> {
  const removed = await db
    .deleteFrom("terms")
    .where("type", "=", type)
    .where("uid", "=", uid)
    .returning(["field", "value"])
    .execute();
  const terms: Record<string, string[]> = {};
  for (const { field, value } of removed) terms[field] = [...(terms[field] ?? []), value];
  return terms;
}

/** The uids of those whose value in the field is at most this; at most `limit`, the least first. */
export async function upTo(db: Database, type: string, field: string, value: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("terms")
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

/** Which of the resources that have a term are looked for. */
export interface Within {
  /** Those below this group. */
  readonly below?: string;
  /** Those that have in another field a value beyond this. */
  readonly beyond?: readonly [field: string, bound: string];
  readonly limit?: number;
}

/** The uids of the resources of a type that have one of the values in a field, in their order. */
export async function find(
  db: Database,
  type: string,
  field: string,
  values: readonly string[],
  { below, beyond, limit }: Within = {},
): Promise<string[]> {
  // What is one of nothing is no SQL on some engines.
  if (values.length === 0) return [];
  let query = db.selectFrom("terms").select("uid").where("type", "=", type).where("field", "=", field);
  query = values.length === 1 ? query.where("value", "=", values[0]!) : query.where("value", "in", values);
  // "0" is the character after "/": between them lies everything below.
  if (below !== undefined) query = query.where("uid", ">", `${below}/`).where("uid", "<", `${below}0`);
  if (beyond) {
    const [other, bound] = beyond;
    const others = db.selectFrom("terms").select("uid").where("type", "=", type).where("field", "=", other);
    query = query.where("uid", "in", others.where("value", ">", bound));
  }
  query = query.orderBy("uid");
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(({ uid }) => uid);
}
