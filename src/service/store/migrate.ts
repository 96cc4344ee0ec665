import { type Migration, Migrator, type RawBuilder } from "kysely";
import { createTables } from "./migrations/0001-resources";
import { createAudit } from "./migrations/0002-audit";
import { createLogins } from "./migrations/0003-logins";
import type { Database } from "./schema";

/** An engine's type for text that compares byte by byte, as uids, names and times must. */
export type Bytewise = RawBuilder<unknown>;

/** Every migration, oldest first. One that was released is never changed; the next one changes what it made. */
const migrations = (text: Bytewise): Readonly<Record<string, Migration>> => ({
  "0001-resources": { up: createTables(text) },
  "0002-audit": { up: createAudit(text) },
  "0003-logins": { up: createLogins(text) },
});

/** Brings the store to this version. Throws if a newer one wrote it. */
export async function migrate(db: Database, text: Bytewise): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(text) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && /previously executed migration/.test(error.message))
    throw new Error("the store was written by a newer version of the platform; use that version or a later one");
  if (error) throw error;
}
