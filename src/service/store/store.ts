import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { Kysely } from "kysely";
import { migrate } from "./migrate";
import type { Database, Schema } from "./schema";
import { sqliteDialect, sqliteText } from "./sqlite";

/** The file in a data directory that holds the store. */
export const DATABASE = "platform.db";

export interface Store {
  /** For reading outside of transactions. */
  readonly db: Database;
  /**
   * Runs what changes several rows, wholly or not at all, as if nothing else ran meanwhile. It must do nothing but use
   * the transaction it is given: an engine may have it run again.
   */
  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the store in a directory, making both if they are not there; `:memory:` keeps it in this process.
 * Throws if a newer version of this package wrote it.
 */
export async function openStore(data: string): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(data === ":memory:" ? data : databaseFile(data)) });
  try {
    await migrate(db, sqliteText);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    transaction: (run) => db.transaction().execute(run),
    close: () => db.destroy(),
  };
}

/** The file, made readable by its owner alone: signing keys are in it. */
function databaseFile(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, DATABASE);
  closeSync(openSync(file, "a", 0o600));
  return file;
}
