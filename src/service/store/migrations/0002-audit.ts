import type { Kysely } from "kysely";
import type { Bytewise } from "../schema";

/** The audit trail. What is looked for stands in columns, all of an entry in its JSON. */
export const createAudit =
  (text: Bytewise) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable("audit")
      .ifNotExists()
      .addColumn("time", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("uid", text, (column) => column.notNull())
      .addColumn("entry", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("audit_key", ["time", "id"])
      .execute();
    await db.schema.createIndex("audit_by_uid").ifNotExists().on("audit").columns(["uid", "time", "id"]).execute();
  };
