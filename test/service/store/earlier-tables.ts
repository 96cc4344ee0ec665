import { sql } from "kysely";
import type { Database } from "../../../src/service/store";

/** The tables and columns that the migration 0010 renames. */
const tables = { write_lock_slots: "lanes", search_index: "terms", single_use_secrets: "one_time" };
const columns = [
  ["lanes", "slot", "lane"],
  ["lanes", "version", "turn"],
  ["counts", "slot", "lane"],
  ["refresh_tokens", "session", "family"],
  ["idempotency", "response", "answer"],
] as const;

/** Gives tables and columns the names that they had before the migration 0010. */
export async function restoreEarlierTables({ query }: Database): Promise<void> {
  const { schema } = query;
  for (const [name, earlier] of Object.entries(tables)) await schema.alterTable(name).renameTo(earlier).execute();
  for (const [table, name, earlier] of columns) await schema.alterTable(table).renameColumn(name, earlier).execute();
  await sql`delete from migrations where name >= '0010'`.execute(query);
}
