import type { Database } from "./schema";

/** Values by which resources of a type are found: `{ identity: [uid], role: [uid] }`. */
export type Terms = Readonly<Record<string, readonly string[]>>;

export async function insert(db: Database, type: string, uid: string, terms: Terms): Promise<void> {
  const rows = Object.entries(terms).flatMap(([field, values]) =>
    [...new Set(values)].map((value) => ({ type, field, value, uid })),
  );
  if (rows.length > 0) await db.insertInto("terms").values(rows).execute();
}

/** Removes those of a resource, and gives them. */
export async function remove(db: Database, type: string, uid: string): Promise<Terms> {
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

/** The uid of one that has the term, and in another field a value beyond this. */
export async function anyBeyond(
  db: Database,
  type: string,
  [field, value]: readonly [field: string, value: string],
  [other, bound]: readonly [field: string, bound: string],
): Promise<string | undefined> {
  const beyond = db
    .selectFrom("terms")
    .select("uid")
    .where("type", "=", type)
    .where("field", "=", other)
    .where("value", ">", bound);
  const row = await db
    .selectFrom("terms")
    .select("uid")
    .where("type", "=", type)
    .where("field", "=", field)
    .where("value", "=", value)
    .where("uid", "in", beyond)
    .limit(1)
    .executeTakeFirst();
  return row?.uid;
}

/** The uids of the resources below a group that have the term; at most `limit`, in their order. */
export async function findBelow(
  db: Database,
  type: string,
  [field, value]: readonly [field: string, value: string],
  group: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("terms")
    .select("uid")
    .where("type", "=", type)
    .where("field", "=", field)
    .where("value", "=", value)
    .where("uid", ">", `${group}/`)
    // The character that follows the slash.
    .where("uid", "<", `${group}0`)
    .orderBy("uid")
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** The uids of the resources of a type that have the term; at most `limit`, in their order. */
export async function find(
  db: Database,
  type: string,
  field: string,
  values: readonly string[],
  limit = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const rows = await db
    .selectFrom("terms")
    .select("uid")
    .where("type", "=", type)
    .where("field", "=", field)
    .where("value", "in", values)
    .orderBy("uid")
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}
