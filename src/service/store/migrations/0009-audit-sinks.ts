import type { Kysely } from "kysely";
import type { Bytewise } from "../schema";

/** Creates the positions of audit sinks: retention keeps the events that a sink has not written. */
export const createAuditSinks =
  (text: Bytewise) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable("audit_sinks")
      .ifNotExists()
      .addColumn("name", text, (column) => column.primaryKey())
      .addColumn("sequence", "bigint", (column) => column.notNull())
      .addColumn("hash", text, (column) => column.notNull())
      .addColumn("time", text, (column) => column.notNull())
      .execute();
  };
