import type { Kysely } from "kysely";
import type { Bytewise } from "../migrate";

/** The tables as schema.ts describes them. */
export const createTables =
  (text: Bytewise) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable("resources")
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("uid", text, (column) => column.notNull())
      .addColumn("root", text, (column) => column.notNull())
      .addColumn("parent", text)
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("create_time", text, (column) => column.notNull())
      .addColumn("update_time", text, (column) => column.notNull())
      .addColumn("data", "text", (column) => column.notNull())
      // The type belongs to the key: an account association has its group's uid.
      .addPrimaryKeyConstraint("resources_key", ["type", "uid"])
      .execute();
    for (const columns of [
      ["type", "parent", "uid"],
      ["type", "root", "name", "uid"],
      ["type", "root", "create_time", "uid"],
      ["type", "root", "update_time", "uid"],
    ]) {
      await db.schema
        .createIndex(`resources_by_${columns.slice(1, -1).join("_")}`)
        .on("resources")
        .columns(columns)
        .execute();
    }

    await db.schema
      .createTable("terms")
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("field", text, (column) => column.notNull())
      .addColumn("value", text, (column) => column.notNull())
      .addColumn("uid", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("terms_key", ["type", "field", "value", "uid"])
      .execute();
    await db.schema.createIndex("terms_by_uid").on("terms").columns(["type", "uid"]).execute();

    await db.schema
      .createTable("unique_values")
      .addColumn("value", text, (column) => column.primaryKey())
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("uid", text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("unique_values_by_uid").on("unique_values").columns(["type", "uid"]).execute();

    await db.schema
      .createTable("counts")
      .addColumn("uid", text, (column) => column.notNull())
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("direct", "integer", (column) => column.notNull())
      .addColumn("below", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("counts_key", ["uid", "type"])
      .execute();

    await db.schema
      .createTable("last_seen")
      .addColumn("uid", text, (column) => column.primaryKey())
      .addColumn("time", text, (column) => column.notNull())
      .execute();

    await db.schema
      .createTable("idempotency")
      .addColumn("caller", text, (column) => column.notNull())
      .addColumn("key", text, (column) => column.notNull())
      .addColumn("request", text, (column) => column.notNull())
      .addColumn("answer", "text", (column) => column.notNull())
      .addColumn("time", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("idempotency_key", ["caller", "key"])
      .execute();
    await db.schema.createIndex("idempotency_by_time").on("idempotency").columns(["time"]).execute();

    await db.schema
      .createTable("signing_keys")
      .addColumn("kid", text, (column) => column.primaryKey())
      .addColumn("create_time", text, (column) => column.notNull())
      .addColumn("private_jwk", "text", (column) => column.notNull())
      .execute();

    await db.schema
      .createTable("settings")
      .addColumn("name", text, (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  };
