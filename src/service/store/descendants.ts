import { createHash } from "node:crypto";
import { fromRow } from "./resources";
import type { Database, StoredResource } from "./schema";

/**
 * All that is below a group, of every type. Uids are paths: from a uid with a slash to that uid with a 0, the character
 * after the slash, lies all that is below it, and nothing else.
 */

const below = (group: string) => [`${group}/`, `${group}0`] as const;

/** Uids that are read at a time for the digest. */
const PAGE = 1000;

/** Resources of a type below a group, the deepest before what holds them; at most `limit`. */
export async function deepest(db: Database, type: string, group: string, limit: number): Promise<StoredResource[]> {
  const [above, end] = below(group);
  const rows = await db
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

/** The uids of resources elsewhere that name a group, or something below it, in a field. */
export async function namingElsewhere(db: Database, named: Naming, group: string): Promise<string[]> {
  const rows = await naming(db, named, group, { self: true }).select("uid").distinct().orderBy("uid").execute();
  return rows.map(({ uid }) => uid);
}

/** A field of a type by which its resources are found. */
export interface Naming {
  readonly type: string;
  readonly field: string;
}

/** The uids of role bindings elsewhere whose identity is below a group; at most `limit`. */
export async function bindingsElsewhere(db: Database, group: string, limit: number): Promise<string[]> {
  const rows = await elsewhere(db, group).select("uid").orderBy("uid").limit(limit).execute();
  return rows.map(({ uid }) => uid);
}

/** How many of these there are. */
export async function countBindingsElsewhere(db: Database, group: string): Promise<number> {
  const { all } = await elsewhere(db, group)
    .select(({ fn }) => fn.countAll().as("all"))
    .executeTakeFirstOrThrow();
  return Number(all);
}

const elsewhere = (db: Database, group: string) =>
  naming(db, { type: "RoleBinding", field: "identity" }, group, { self: false });

function naming(db: Database, { type, field }: Naming, group: string, { self }: { readonly self: boolean }) {
  const [above, end] = below(group);
  return (
    db
      .selectFrom("terms")
      .where("type", "=", type)
      .where("field", "=", field)
      // The slash sorts first among what may follow a uid, so that nothing is between the group and what is below it.
      .where("value", self ? ">=" : ">", self ? group : above)
      .where("value", "<", end)
      .where((where) => where.or([where("uid", "<", above), where("uid", ">=", end)]))
  );
}

/** A digest of which resources of these types there are at and below a group, and of the role bindings elsewhere. */
export async function digest(db: Database, types: readonly string[], group: string): Promise<string> {
  const hash = createHash("sha256");
  const [above, end] = below(group);
  const page = (type: string, after: string) =>
    db
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
  for (const uid of await bindingsElsewhere(db, group, Number.MAX_SAFE_INTEGER)) hash.update(`elsewhere ${uid}\n`);
  return hash.digest("base64url");
}
