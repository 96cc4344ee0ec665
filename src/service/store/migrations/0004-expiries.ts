import type { Kysely } from "kysely";
import type { Schema } from "./earlier-schema";

/** The number of rows read per statement. */
const PAGE = 500;

/** Adds existing invites to the search index by their expiry times. */
export const addExpiries = async (db: Kysely<unknown>): Promise<void> => {
  const tx = db as Kysely<Schema>;
  for (let after = ""; ; ) {
    const rows = await tx
      .selectFrom("resources")
      .select(["uid", "data"])
      .where("type", "=", "GroupInvite")
      .where("uid", ">", after)
      .orderBy("uid")
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.uid;
    const terms = rows.map(({ uid, data }) => ({
      type: "GroupInvite",
      field: "expires",
      value: String(JSON.parse(data).expirationTime),
      uid,
    }));
    await tx
      .insertInto("terms")
      .values(terms)
      .onConflict((conflict) => conflict.columns(["type", "field", "value", "uid"]).doNothing())
      .execute();
  }
};
