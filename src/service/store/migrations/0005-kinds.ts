import type { Kysely } from "kysely";
import { parentOf, selfAndAncestors } from "../../../api";
import { countedAs } from "../kinds";
import type { Schema } from "../schema";

/** Rows that are read, or written, at a time. */
const PAGE = 1000;
/** Tags alone are of kinds. */
const TYPE = "Tag";
const FIELD = "shape";

type Count = Schema["counts"];

/** Those of a kind were counted whenever somebody asked for how many there are; now their counts are kept. */
export const countKinds = async (db: Kysely<unknown>): Promise<void> => {
  const tx = db as Kysely<Schema>;
  await tx.deleteFrom("counts").where("type", ">", `${TYPE} `).where("type", "<", `${TYPE}!`).execute();
  const counts = new Map<string, Count>();
  for (let after = ""; ; ) {
    const rows = await tx
      .selectFrom("terms")
      .select(["uid", "field", "value"])
      .where("type", "=", TYPE)
      .where("uid", ">", after)
      .orderBy("uid")
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) break;
    // The last resource's terms may go on beyond the page.
    const isLast = rows.length < PAGE;
    const kinds = new Map<string, string[]>();
    for (const { uid, field, value } of isLast ? rows : rows.filter((row) => row.uid !== last.uid)) {
      const known = kinds.get(uid) ?? [];
      kinds.set(uid, field === FIELD ? [...known, value] : known);
      after = uid;
    }
    for (const [uid, own] of kinds) count(counts, uid, own);
    if (isLast) break;
  }
  const all = [...counts.values()];
  for (let at = 0; at < all.length; at += PAGE)
    await tx
      .insertInto("counts")
      .values(all.slice(at, at + PAGE))
      .execute();
};

function count(counts: Map<string, Count>, uid: string, kinds: readonly string[]): void {
  const parent = parentOf(uid)!;
  for (const type of countedAs(TYPE, kinds))
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
