import type { Kysely } from "kysely";
import type { Bytewise } from "../schema";

/**
 * Creates the tables of logins: single-use secrets, refresh tokens, and the identities of people. Secrets are stored as
 * digests only.
 */
export const createLogins =
  (text: Bytewise) =>
  async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable("one_time")
      .ifNotExists()
      .addColumn("digest", text, (column) => column.primaryKey())
      .addColumn("data", "text", (column) => column.notNull())
      .addColumn("expires", text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("one_time_by_expires").ifNotExists().on("one_time").columns(["expires"]).execute();

    await db.schema
      .createTable("refresh_tokens")
      .ifNotExists()
      .addColumn("digest", text, (column) => column.primaryKey())
      .addColumn("family", text, (column) => column.notNull())
      .addColumn("data", "text", (column) => column.notNull())
      .addColumn("used", "integer", (column) => column.notNull())
      .addColumn("expires", text, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("refresh_tokens_by_family")
      .ifNotExists()
      .on("refresh_tokens")
      .columns(["family"])
      .execute();
    await db.schema
      .createIndex("refresh_tokens_by_expires")
      .ifNotExists()
      .on("refresh_tokens")
      .columns(["expires"])
      .execute();

    await db.schema
      .createTable("people")
      .ifNotExists()
      .addColumn("provider", text, (column) => column.notNull())
      .addColumn("subject", text, (column) => column.notNull())
      .addColumn("identity", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("people_key", ["provider", "subject"])
      .execute();
  };
