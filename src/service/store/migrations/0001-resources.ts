import type { Kysely } from "kysely";
import type { Bytewise } from "../schema";

/** Creates the tables described in schema.ts. Longer than 80 lines because it lists their columns. */
export const createTables =
  (text: Bytewise) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable("resources")
      .ifNotExists()
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("uid", text, (column) => column.notNull())
      .addColumn("root", text, (column) => column.notNull())
      .addColumn("parent", text)
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("create_time", text, (column) => column.notNull())
      .addColumn("update_time", text, (column) => column.notNull())
      .addColumn("data", "text", (column) => column.notNull())
      // The key includes the type because an account association has its group's uid.
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
        .ifNotExists()
        .on("resources")
        .columns(columns)
        .execute();
    }

    await db.schema
      .createTable("terms")
      .ifNotExists()
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("field", text, (column) => column.notNull())
      .addColumn("value", text, (column) => column.notNull())
      .addColumn("uid", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("terms_key", ["type", "field", "value", "uid"])
      .execute();
    await db.schema.createIndex("terms_by_uid").ifNotExists().on("terms").columns(["type", "uid"]).execute();

    await db.schema
      .createTable("unique_values")
      .ifNotExists()
      .addColumn("value", text, (column) => column.primaryKey())
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("uid", text, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("unique_values_by_uid")
      .ifNotExists()
      .on("unique_values")
      .columns(["type", "uid"])
      .execute();

    await db.schema
      .createTable("counts")
      .ifNotExists()
      .addColumn("uid", text, (column) => column.notNull())
      .addColumn("type", text, (column) => column.notNull())
      .addColumn("lane", "integer", (column) => column.notNull())
      .addColumn("direct", "bigint", (column) => column.notNull())
      .addColumn("below", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("counts_key", ["uid", "type", "lane"])
      .execute();

    await db.schema
      .createTable("lanes")
      .ifNotExists()
      .addColumn("root", text, (column) => column.notNull())
      .addColumn("lane", "integer", (column) => column.notNull())
      .addColumn("turn", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("lanes_key", ["root", "lane"])
      .execute();

    await db.schema
      .createTable("last_seen")
      .ifNotExists()
      .addColumn("uid", text, (column) => column.primaryKey())
      .addColumn("time", text, (column) => column.notNull())
      .execute();

    await db.schema
      .createTable("idempotency")
      .ifNotExists()
      .addColumn("caller", text, (column) => column.notNull())
      .addColumn("key", text, (column) => column.notNull())
      .addColumn("request", text, (column) => column.notNull())
      .addColumn("answer", "text", (column) => column.notNull())
      .addColumn("time", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("idempotency_key", ["caller", "key"])
      .execute();
    await db.schema.createIndex("idempotency_by_time").ifNotExists().on("idempotency").columns(["time"]).execute();

    await db.schema
      .createTable("signing_keys")
      .ifNotExists()
      .addColumn("kid", text, (column) => column.primaryKey())
      .addColumn("create_time", text, (column) => column.notNull())
      .addColumn("private_jwk", "text", (column) => column.notNull())
      .execute();

    await db.schema
      .createTable("settings")
      .ifNotExists()
      .addColumn("name", text, (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  };
