import type { Kysely } from "kysely";
import type { Bytewise } from "../schema";

/**
 * Creates the audit chain. Writers still add to `audit`, which becomes the queue of unsealed events and needs no index
 * besides its key. Existing events are sealed from there by the background job.
 */
export const createAuditChain =
  (text: Bytewise) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await db.schema.dropIndex("audit_by_uid").ifExists().execute();
    await db.schema
      .createTable("audit_events")
      .ifNotExists()
      .addColumn("sequence", "bigint", (column) => column.primaryKey())
      .addColumn("time", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("root", text, (column) => column.notNull())
      .addColumn("resource", text, (column) => column.notNull())
      .addColumn("actor", text, (column) => column.notNull())
      .addColumn("action", text, (column) => column.notNull())
      .addColumn("event", "text", (column) => column.notNull())
      .addColumn("hash", text, (column) => column.notNull())
      .execute();
    for (const columns of [
      ["time", "id"],
      ["root", "time", "id"],
      ["resource", "time", "id"],
      ["actor", "time", "id"],
    ])
      await db.schema
        .createIndex(`audit_events_by_${columns[0]}`)
        .ifNotExists()
        .on("audit_events")
        .columns(columns)
        .execute();

    await db.schema
      .createTable("audit_chain")
      .ifNotExists()
      .addColumn("name", text, (column) => column.primaryKey())
      .addColumn("sequence", "bigint", (column) => column.notNull())
      .addColumn("hash", text, (column) => column.notNull())
      .execute();
    const start = ["head", "anchor"].map((name) => ({ name, sequence: 0, hash: "0".repeat(64) }));
    await (db as Kysely<{ audit_chain: (typeof start)[number] }>)
      .insertInto("audit_chain")
      .values(start)
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
  };
