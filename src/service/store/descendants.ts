import { createHash } from "node:crypto";
import type { Database } from "./database";
import { fromRow } from "./resources";
import type { StoredResource } from "./schema";

/**
 * The resources of all types below a group. Uids are paths, so the range from a uid plus "/" to the uid plus "0", the
 * character after "/", contains exactly its descendants.
 */

const below = (group: string) => [`${group}/`, `${group}0`] as const;

/** The number of uids read per statement for the digest. */
const PAGE = 1000;

/** Returns up to `limit` resources of a type below a group, descendants before their ancestors. */
export async function deepest(db: Database, type: string, group: string, limit: number): Promise<StoredResource[]> {
  const [above, end] = below(group);
  const rows = await db.query
    .selectFrom("resources")
    .selectAll()
    .where("type", "=", type)
    .where("uid", ">", above)
    .where("uid", "<", end)
    .orderBy("uid", "desc")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Returns the uids of resources outside the group that reference the group or one of its descendants in a field. */
export async function externalReferences(db: Database, named: ReferenceField, group: string): Promise<string[]> {
  const rows = await naming(db, named, group, { self: true }).select("uid").distinct().orderBy("uid").execute();
  return rows.map(({ uid }) => uid);
}

/** A field of a type that references other resources. */
export interface ReferenceField {
  readonly type: string;
  readonly field: string;
}

/** Returns the uids of up to `limit` role bindings outside the group whose identity is below it. */
export async function externalRoleBindings(db: Database, group: string, limit: number): Promise<string[]> {
  const rows = await elsewhere(db, group).select("uid").orderBy("uid").limit(limit).execute();
  return rows.map(({ uid }) => uid);
}

/** Returns the number of role bindings outside the group whose identity is below it. */
export async function countBindingsElsewhere(db: Database, group: string): Promise<number> {
  const { all } = await elsewhere(db, group)
    .select(({ fn }) => fn.countAll().as("all"))
    .executeTakeFirstOrThrow();
  return Number(all);
}

const elsewhere = (db: Database, group: string) =>
  naming(db, { type: "RoleBinding", field: "identity" }, group, { self: false });

function naming(db: Database, { type, field }: ReferenceField, group: string, { self }: { readonly self: boolean }) {
  const [above, end] = below(group);
  return (
    db.query
      .selectFrom("search_index")
      .where("type", "=", type)
      .where("field", "=", field)
      // "/" sorts before the other characters that can follow a uid, so nothing sorts between the group and its
      // descendants.
      .where("value", self ? ">=" : ">", self ? group : above)
      .where("value", "<", end)
      .where((where) => where.or([where("uid", "<", above), where("uid", ">=", end)]))
  );
}

/** Returns a digest of the resources of these types below a group, and of the role bindings outside it. */
export async function digest(db: Database, types: readonly string[], group: string): Promise<string> {
  const hash = createHash("sha256");
  const [above, end] = below(group);
  const page = (type: string, after: string) =>
    db.query
      .selectFrom("resources")
      .select("uid")
      .where("type", "=", type)
      .where("uid", ">", after)
      .where("uid", "<", end)
      .orderBy("uid")
      .limit(PAGE)
      .execute();
  for (const type of types) {
    hash.update(`${type}\n`);
    for (let after: string | undefined = above; after !== undefined; ) {
      const rows: readonly { readonly uid: string }[] = await page(type, after);
      for (const { uid } of rows) hash.update(`${uid}\n`);
      after = rows.length === PAGE ? rows.at(-1)?.uid : undefined;
    }
  }
  for (const uid of await externalRoleBindings(db, group, Number.MAX_SAFE_INTEGER)) hash.update(`elsewhere ${uid}\n`);
  return hash.digest("base64url");
}
