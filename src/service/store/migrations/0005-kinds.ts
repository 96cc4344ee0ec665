import type { Kysely } from "kysely";
import type { Schema } from "./earlier-schema";

/** The number of rows read or written per statement. */
const PAGE = 1000;
/** Only tags have kinds. */
const TYPE = "Tag";
const FIELD = "shape";
/** The value for tags without a kind. */
const NONE = "none";

type Count = Schema["counts"];

/**
 * Creates maintained counts of the tags of each kind, which were counted on each request before, and adds tags without
 * a kind to the search index.
 */
export const countKinds = async (db: Kysely<unknown>): Promise<void> => {
  const tx = db as Kysely<Schema>;
  await tx.deleteFrom("counts").where("type", ">", `${TYPE} `).where("type", "<", `${TYPE}!`).execute();
  const counts = new Map<string, Count>();
  for (let after = ""; ; ) {
    const rows = await tx
      .selectFrom("resources")
      .select("uid")
      .where("type", "=", TYPE)
      .where("uid", ">", after)
      .orderBy("uid")
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) break;
    const kinds = await kindsWithin(tx, after, last.uid);
    for (const { uid } of rows) count(counts, uid, kinds.get(uid) ?? []);
    const others = rows.filter(({ uid }) => !kinds.has(uid));
    if (others.length > 0)
      await tx
        .insertInto("terms")
        .values(others.map(({ uid }) => ({ type: TYPE, field: FIELD, value: NONE, uid })))
        .execute();
    after = last.uid;
  }
  const all = [...counts.values()];
  for (let at = 0; at < all.length; at += PAGE)
    await tx
      .insertInto("counts")
      .values(all.slice(at, at + PAGE))
      .execute();
};

/** Returns the kinds of tags after the uid `above`, up to and including `last`. */
async function kindsWithin(tx: Kysely<Schema>, above: string, last: string): Promise<ReadonlyMap<string, string[]>> {
  const rows = await tx
    .selectFrom("terms")
    .select(["uid", "field", "value"])
    .where("type", "=", TYPE)
    .where("uid", ">", above)
    .where("uid", "<=", last)
    .execute();
  const kinds = new Map<string, string[]>();
  for (const { uid, field, value } of rows) if (field === FIELD) kinds.set(uid, [...(kinds.get(uid) ?? []), value]);
  return kinds;
}

function count(counts: Map<string, Count>, uid: string, kinds: readonly string[]): void {
  const parent = uid.slice(0, uid.lastIndexOf("/"));
  for (const type of countedAs(kinds))
    for (const above of selfAndAncestors(parent)) {
      const key = `${above} ${type}`;
      const { direct, below } = counts.get(key) ?? { direct: 0, below: 0 };
      counts.set(key, {
        uid: above,
        type,
        lane: 0,
        direct: direct + (above === parent ? 1 : 0),
        below: below + 1,
      });
    }
}

/** Returns the names under which a tag with these kinds is counted, in addition to its type. */
function countedAs(kinds: readonly string[]): string[] {
  const own = [...new Set(kinds)].filter((kind) => kind !== NONE).sort();
  return own.length === 0 ? [] : [`${TYPE} ${own.join(" ")}`];
}

const selfAndAncestors = (uid: string): string[] => {
  const parts = uid.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
};
