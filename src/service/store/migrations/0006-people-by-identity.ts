import type { Kysely } from "kysely";

/** People's links end when the way to assume their identity changes: they are found by it. */
export const indexPeople = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.createIndex("people_by_identity").ifNotExists().on("people").columns(["identity"]).execute();
};
