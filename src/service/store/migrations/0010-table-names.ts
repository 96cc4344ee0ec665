import type { Kysely } from "kysely";

const tables = [
  ["lanes", "write_lock_slots"],
  ["terms", "search_index"],
  ["one_time", "single_use_secrets"],
] as const;

const columns = [
  ["write_lock_slots", "lane", "slot"],
  ["write_lock_slots", "turn", "version"],
  ["counts", "lane", "slot"],
  ["refresh_tokens", "family", "session"],
  ["idempotency", "answer", "response"],
] as const;

/**
 * Renames tables and columns, in place and without reading their rows. Indexes and constraints keep their names. Skips
 * what an interrupted migration has renamed, because some engines do not roll back a renaming.
 */
export const renameTables =
  (columnsOf: (db: Kysely<unknown>, table: string) => Promise<readonly string[]>) =>
  async (db: Kysely<unknown>): Promise<void> => {
    for (const [name, next] of tables)
      if ((await columnsOf(db, name)).length > 0) await db.schema.alterTable(name).renameTo(next).execute();
    for (const [table, name, next] of columns)
      if ((await columnsOf(db, table)).includes(name))
        await db.schema.alterTable(table).renameColumn(name, next).execute();
  };
