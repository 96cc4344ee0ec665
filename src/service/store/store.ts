import { setTimeout } from "node:timers/promises";
import { CompiledQuery, Kysely } from "kysely";
import { retryLater } from "../../api";
import { Database, Transaction } from "./database";
import { databaseFile, isDatabaseUrl, nameOf } from "./database-file";
import type { Engine, RunDirectly } from "./engines/engine";
import { sqlite } from "./engines/sqlite";
import { groupCommit } from "./group-commit";
import { lockQueues } from "./lock-queue";
import { isMigrated, migrate } from "./migrate";
import type { Schema } from "./schema";
import * as settings from "./settings";
import { takeWriteLock, type WriteLock } from "./write-locks";

/** How often a transaction that conflicts with others is attempted before it fails with UNAVAILABLE. */
const MAX_ATTEMPTS = 30;
const MAX_BACKOFF_MS = 150;

export interface Store {
  /** For reads outside of transactions. */
  readonly db: Database;
  /**
   * Runs a transaction. One that reads resources to decide, or writes them, must name their organization in `lock`; it
   * is then serializable within that organization. Other transactions rely on keys alone. `run` must have no effects
   * outside the transaction, because it may be retried.
   */
  transaction<T>(run: (tx: Transaction) => Promise<T>, lock?: WriteLock): Promise<T>;
  /** Throws unless the store is usable; takes at most this long if the engine supports it. */
  check(timeoutMs: number): Promise<void>;
  /** Returns problems that an operator must resolve, although the store works. */
  warnings(): readonly string[];
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Uses more memory to write less, for bulk writes such as imports. */
  readonly isBulk?: boolean | undefined;
  /** Throws if the directory or database has no store, so that a wrong name does not create a new one. */
  readonly mustExist?: boolean | undefined;
}

/**
 * Opens the store in a directory, creating both if they do not exist, or in the database of a `postgres://` URL;
 * `:memory:` keeps it in this process. Throws if a newer version of this package, or another application, wrote it.
 */
export async function openStore(data: string, { isBulk, mustExist = false }: StoreOptions = {}): Promise<Store> {
  const engine = engineOf(data, isBulk);
  const kysely = new Kysely<unknown>({ dialect: engine.dialect });
  try {
    if (mustExist && !(await isMigrated(kysely, engine.isMissingTable)))
      throw new Error(
        `there is no store in ${nameOf(data)}, which is empty or belongs to another application; check the name, or create a ` +
          "store there with `platformctl service init`",
      );
    await requireOwnTables(engine, kysely, nameOf(data));
    await withRetries(
      () => migrate(kysely, engine),
      (error) => engine.isTransient(error) || engine.isConcurrentMigration(error),
    );
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  // The migrations have created these tables.
  const query = kysely as Kysely<Schema>;
  const db = new Database(engine.name, query, engine.runDirectly);
  return {
    db,
    transaction: transactionsOf(engine, query),
    check: async (timeoutMs) => {
      if (engine.check) await engine.check(timeoutMs);
      else await settings.get(db, "baseUrl");
    },
    warnings: () => engine.warnings?.() ?? [],
    close: () => query.destroy(),
  };
}

/** Returns the function that runs transactions of an engine. */
function transactionsOf(engine: Engine, query: Kysely<Schema>): Store["transaction"] {
  const { name, runInTransaction, lockSlots, isTransient } = engine;
  const runTransaction = <T>(run: (db: Database) => Promise<T>) =>
    query
      .transaction()
      .execute(async (tx) => run(new Database(name, tx, runInTransaction ?? (await connectionOf(tx)))));
  const runLocked =
    <T>(run: (tx: Transaction) => Promise<T>, lock: WriteLock | undefined) =>
    async (db: Database) =>
      run(new Transaction(db, lock && (await takeWriteLock(db, lock, lockSlots))));
  // If the engine runs one transaction at a time anyway, waiting transactions need no lock queue, and commit together.
  if (runInTransaction) {
    const runGrouped = groupCommit(runTransaction, (text) => runInTransaction(text, [], false));
    return (run, lock) => withRetries(() => runGrouped(runLocked(run, lock)), isTransient);
  }
  const queued = lockQueues();
  return (run, lock) => queued(lock, () => withRetries(() => runTransaction(runLocked(run, lock)), isTransient));
}

/** Runs statements on a transaction's connection without waiting for earlier ones, as the query builder would. */
async function connectionOf(tx: Kysely<Schema>): Promise<RunDirectly> {
  const connection = await tx.getExecutor().provideConnection(async (own) => own);
  return (text, parameters) => connection.executeQuery(CompiledQuery.raw(text, [...parameters]));
}

/**
 * Throws if the database belongs to another application. The table of migrations is created first, so that an
 * interrupted or concurrent creation can continue.
 */
async function requireOwnTables(engine: Engine, db: Kysely<unknown>, name: string): Promise<void> {
  const tables = (await engine.tables?.(db)) ?? [];
  if (tables.length === 0) return;
  if (!tables.includes(MIGRATIONS))
    throw new Error(
      `${name} has no store, but ${tables.length} table${tables.length === 1 ? "" : "s"} of another application, ` +
        `such as ${JSON.stringify(tables[0])}; use an empty database or schema`,
    );
  if ((await engine.columns(db, MIGRATIONS)).join() !== "name")
    throw new Error(
      `the database belongs to another application, which has a table named ${MIGRATIONS}; use a different database or schema`,
    );
}

const MIGRATIONS = "migrations";

function engineOf(data: string, isBulk?: boolean): Engine {
  if (!isDatabaseUrl(data)) return sqlite(data === ":memory:" ? data : databaseFile(data), isBulk);
  // Loaded on demand: most stores are files.
  const { postgres } = require("./engines/postgres") as typeof import("./engines/postgres");
  return postgres(data);
}

/**
 * Retries with increasing delays while the work fails because of concurrent transactions. Throws UNAVAILABLE after the
 * last attempt.
 */
async function withRetries<T>(work: () => Promise<T>, isTransient: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw retryLater(
          "UNAVAILABLE",
          "Unavailable: too many concurrent writes to the same resources; retry the request",
          1,
        );
      await setTimeout(Math.random() * Math.min(MAX_BACKOFF_MS, 2 ** attempt));
    }
  }
}
