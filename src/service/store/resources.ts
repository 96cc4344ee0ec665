import { alreadyExists, rootOf, type SortKey } from "../../api";
import * as counts from "./counts";
import { type Database, runConcurrently, type Transaction } from "./database";
import { countNames, FIELD as KIND } from "./kinds";
import { preparedRow, preparedRows, preparedWrite } from "./prepared-queries";
import type { Schema, StoredResource } from "./schema";
import type { IndexEntries } from "./search-index";
import * as searchIndex from "./search-index";
import { isOneOf, parameterOf } from "./text-lists";

/** The search index entries and unique values that are written with a resource. */
export interface Index {
  readonly entries: IndexEntries;
  /** Values that no other resource may have, with the error's description: `group … has a repo named "nginx"`. */
  readonly unique: readonly { readonly value: string; readonly problem: string }[];
}

export async function get(db: Database, type: string, uid: string): Promise<StoredResource | undefined> {
  const row = await rowOf(db, type, uid);
  return row && fromRow(row);
}

const rowOf = preparedRow((db, type: string, uid: string) =>
  db.query.selectFrom("resources").selectAll().where("type", "=", type).where("uid", "=", uid),
);

/** Returns the types that have a resource with this uid. */
export async function typesAt(db: Database, types: readonly string[], uid: string): Promise<readonly string[]> {
  const rows = await db.query
    .selectFrom("resources")
    .select("type")
    .where("type", "in", types)
    .where("uid", "=", uid)
    .execute();
  return rows.map(({ type }) => type);
}

/** Returns the existing resources among `uids`, by uid. */
export async function getMany(
  db: Database,
  type: string,
  uids: Iterable<string>,
): Promise<ReadonlyMap<string, StoredResource>> {
  const distinct = [...new Set(uids)];
  const found = new Map<string, StoredResource>();
  for (let at = 0; at < distinct.length; at += MAX_UIDS) {
    const rows = await rowsOf(db, type, parameterOf(db, distinct.slice(at, at + MAX_UIDS)));
    for (const row of rows) found.set(row.uid, fromRow(row));
  }
  return found;
}

const rowsOf = preparedRows((db, type: string, uids: unknown) =>
  db.query
    .selectFrom("resources")
    .selectAll()
    .where("type", "=", type)
    .where(isOneOf(db, "uid", uids)),
);

/** Resources per statement: each can be as large as a request body. */
const MAX_UIDS = 1000;

/** Returns up to `limit` resources that have one of the values in a field of the search index. */
export async function findBy(
  db: Database,
  type: string,
  field: string,
  values: readonly string[],
  limit?: number,
): Promise<StoredResource[]> {
  return [
    ...(
      await getMany(db, type, await searchIndex.find(db, type, field, values, limit === undefined ? {} : { limit }))
    ).values(),
  ];
}

/** Returns up to `limit` resources directly below a parent, ordered by uid. */
export async function childrenOf(
  db: Database,
  type: string,
  parent: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<StoredResource[]> {
  const rows = await db.query
    .selectFrom("resources")
    .selectAll()
    .where("type", "=", type)
    .where("parent", "=", parent)
    .orderBy("uid")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Inserts a resource with its index entries and counts. Throws ALREADY_EXISTS, naming the conflicting resource. */
export async function insert(tx: Transaction, resource: StoredResource, index: Index): Promise<void> {
  const { type, uid, root, parent, name, create_time, update_time, data } = toRow(resource);
  const claimed = claimUniqueValues(tx, resource, index.unique);
  // A resource with its parent's uid is also unique by its key, whose violation would not name the conflicting
  // resource.
  if (uid === parent) await claimed;
  await runConcurrently([
    claimed,
    insertRow(tx, type, uid, root, parent, name, create_time, update_time, data),
    searchIndex.insert(tx, type, uid, index.entries),
    counts.add(tx, [type, ...countNames(type, index.entries[KIND] ?? [])], uid, 1),
  ]);
}

/** Replaces a resource with its next version. Throws ALREADY_EXISTS, like `insert`. */
export async function update(tx: Transaction, resource: StoredResource, index: Index): Promise<void> {
  const { type, uid } = resource;
  await tx.query.deleteFrom("unique_values").where("type", "=", type).where("uid", "=", uid).execute();
  await claimUniqueValues(tx, resource, index.unique);
  await tx.query
    .updateTable("resources")
    .set(toRow(resource))
    .where("type", "=", type)
    .where("uid", "=", uid)
    .execute();
  const before = countNames(type, (await searchIndex.remove(tx, type, uid))[KIND] ?? []);
  await searchIndex.insert(tx, type, uid, index.entries);
  const after = countNames(type, index.entries[KIND] ?? []);
  if (before[0] === after[0]) return;
  await counts.add(tx, before, uid, -1);
  await counts.add(tx, after, uid, 1);
}

/** Deletes a resource with its index entries and counts, but not its descendants. */
export async function remove(tx: Transaction, { type, uid }: StoredResource): Promise<void> {
  await tx.query.deleteFrom("resources").where("type", "=", type).where("uid", "=", uid).execute();
  await tx.query.deleteFrom("unique_values").where("type", "=", type).where("uid", "=", uid).execute();
  const kinds = (await searchIndex.remove(tx, type, uid))[KIND] ?? [];
  await counts.add(tx, [type, ...countNames(type, kinds)], uid, -1);
}

/**
 * Deletes all resources of a type directly below a parent in a few statements, whatever their number. They must not
 * have children. Returns the number of deleted resources.
 */
export async function removeChildren(tx: Transaction, type: string, parent: string): Promise<number> {
  // "0" is the character after "/": the range between them contains all descendants.
  const [above, below] = [`${parent}/`, `${parent}0`];
  for (const table of ["unique_values", "search_index"] as const)
    await tx.query
      .deleteFrom(table)
      .where("type", "=", type)
      .where("uid", ">", above)
      .where("uid", "<", below)
      .execute();
  const { numDeletedRows } = await tx.query
    .deleteFrom("resources")
    .where("type", "=", type)
    .where("uid", ">", above)
    .where("uid", "<", below)
    .executeTakeFirst();
  const removed = Number(numDeletedRows);
  if (removed > 0) await counts.removeBelow(tx, type, parent, removed);
  return removed;
}

const insertRow = preparedWrite(
  (
    db,
    type: string,
    uid: string,
    root: string,
    parent: string | null,
    name: string,
    create_time: string,
    update_time: string,
    data: string,
  ) => db.query.insertInto("resources").values({ type, uid, root, parent, name, create_time, update_time, data }),
);

async function claimUniqueValues(
  tx: Transaction,
  { type, uid }: StoredResource,
  unique: Index["unique"],
): Promise<void> {
  for (const { value, problem } of unique) {
    if ((await claimUniqueValue(tx, value, type, uid)) > 0) continue;
    const other = await tx.query
      .selectFrom("unique_values")
      .select("uid")
      .where("value", "=", value)
      .executeTakeFirst();
    throw alreadyExists(type, other?.uid ?? "", problem);
  }
}

const claimUniqueValue = preparedWrite((db, value: string, type: string, uid: string) =>
  db.query
    .insertInto("unique_values")
    .values({ value, type, uid })
    .onConflict((conflict) => conflict.column("value").doNothing()),
);

/** Returns the uid of the resource that has a unique value. */
export async function uidByUniqueValue(
  db: Database,
  type: string,
  value: readonly string[],
): Promise<string | undefined> {
  const row = await db.query
    .selectFrom("unique_values")
    .select("uid")
    .where("value", "=", JSON.stringify(value))
    .where("type", "=", type)
    .executeTakeFirst();
  return row?.uid;
}

/** Returns the value that a page is sorted by, as stored in a cursor. */
export const sortValue = (resource: StoredResource, key: SortKey): string =>
  key === "name" ? nameOf(resource) : resource[key];

const nameOf = ({ fields }: StoredResource): string => (typeof fields.name === "string" ? fields.name : "");

function toRow(resource: StoredResource): Schema["resources"] {
  const { name: _name, ...data } = resource.fields;
  return {
    type: resource.type,
    uid: resource.uid,
    root: rootOf(resource.uid),
    parent: resource.parent,
    name: nameOf(resource),
    create_time: resource.createTime,
    update_time: resource.updateTime,
    data: JSON.stringify(data),
  };
}

/** Converts a row to a resource. */
export function fromRow(row: Schema["resources"]): StoredResource {
  return {
    type: row.type,
    uid: row.uid,
    parent: row.parent,
    createTime: row.create_time,
    updateTime: row.update_time,
    fields: { ...(row.name === "" ? {} : { name: row.name }), ...JSON.parse(row.data) },
  };
}
