import type { Kysely } from "kysely";

/** Indexes people's links by identity: the links are deleted when the way to assume the identity changes. */
export const indexPeople = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.createIndex("people_by_identity").ifNotExists().on("people").columns(["identity"]).execute();
};
