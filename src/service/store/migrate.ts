import { type Kysely, sql } from "kysely";
import type { Engine } from "./engines/engine";
import { createTables } from "./migrations/0001-resources";
import { createAudit } from "./migrations/0002-audit";
import { createLogins } from "./migrations/0003-logins";
import { addExpiries } from "./migrations/0004-expiries";
import { countKinds } from "./migrations/0005-kinds";
import { indexPeople } from "./migrations/0006-people-by-identity";
import { createAuditChain } from "./migrations/0007-audit-chain";
import { createSessions } from "./migrations/0008-sessions";
import { createAuditSinks } from "./migrations/0009-audit-sinks";
import { renameTables } from "./migrations/0010-table-names";
import type { Bytewise } from "./schema";

type Migration = (db: Kysely<unknown>) => Promise<void>;

/**
 * All migrations, oldest first. A released migration never changes; a later one alters its result. Each migration can
 * resume after an interruption, because some engines do not roll back table creation.
 */
const migrations = (text: Bytewise, columns: Engine["columns"]): Readonly<Record<string, Migration>> => ({
  "0001-resources": createTables(text),
  "0002-audit": createAudit(text),
  "0003-logins": createLogins(text),
  "0004-expiries": addExpiries,
  "0005-kinds": countKinds,
  "0006-people-by-identity": indexPeople,
  "0007-audit-chain": createAuditChain(text),
  "0008-sessions": createSessions(text),
  "0009-audit-sinks": createAuditSinks(text),
  "0010-table-names": renameTables(columns),
});

/** The first migration, which every version has run. */
const FIRST = "0001-resources";

/**
 * Returns whether the database contains this package's tables. `isMissingTable` recognizes errors about missing tables or
 * columns.
 */
export async function isMigrated(db: Kysely<unknown>, isMissingTable: (error: unknown) => boolean): Promise<boolean> {
  try {
    const { rows } = await sql`select name from migrations where name = ${FIRST}`.execute(db);
    return rows.length > 0;
  } catch (error) {
    if (isMissingTable(error)) return false;
    throw error;
  }
}

/**
 * Migrates the store to this version. Throws if a newer version or another application wrote it. If several nodes start
 * concurrently, one commits each migration; the others fail on the key of its name and may retry.
 */
export async function migrate(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const text = await engine.text(db);
  await db.schema
    .createTable("migrations")
    .ifNotExists()
    .addColumn("name", text, (column) => column.primaryKey())
    .execute();
  const known = migrations(text, engine.columns);
  const done = new Set(
    (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(({ name }) => name),
  );
  if (done.size > 0 && !done.has(FIRST))
    throw new Error(
      "the database belongs to another application, which has a table named migrations; use a different database or schema",
    );
  if ([...done].some((name) => !(name in known)))
    throw new Error("the store was written by a newer version of the platform; use that version or a later one");
  for (const [name, run] of Object.entries(known)) {
    if (done.has(name)) continue;
    await db.transaction().execute(async (tx) => {
      // Another process may have finished while this one waited to begin.
      const { rows } = await sql`select name from migrations where name = ${name}`.execute(tx);
      if (rows.length > 0) return;
      await sql`insert into migrations (name) values (${name})`.execute(tx);
      await run(tx);
    });
  }
}
