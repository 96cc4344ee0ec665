import type { Kysely } from "kysely";
import type { Bytewise } from "../schema";

/** Creates the audit trail. Searchable values have columns; the complete entry is JSON. */
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
