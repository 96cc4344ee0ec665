import { setTimeout } from "node:timers/promises";
import { CompiledQuery, Kysely } from "kysely";
import { retryLater } from "../../api";
import type { Direct, Engine } from "./engines/engine";
import { sqlite } from "./engines/sqlite";
import { takeWriteLock, type WriteLock } from "./engines/write-locks";
import { databaseFile, isDatabaseUrl, nameOf } from "./file";
import { runDirectly } from "./frequent";
import { groupCommit } from "./group-commit";
import { lockQueues } from "./lock-queue";
import { isMigrated, migrate } from "./migrate";
import type { Database, Schema } from "./schema";
import * as settings from "./settings";

/** How often a transaction that conflicts with others is attempted before it fails with UNAVAILABLE. */
const MAX_ATTEMPTS = 30;
const MAX_BACKOFF_MS = 150;

export interface Store {
  /** For reads outside of transactions. */
  readonly db: Database;
  /**
   * Runs a transaction. One that reads resources to decide, or writes them, must name their organization in `turn`; it
   * is then serializable within that organization. Other transactions rely on keys alone. `run` must have no effects
   * outside the transaction, because it may be retried.
   */
  transaction<T>(run: (tx: Database) => Promise<T>, turn?: WriteLock): Promise<T>;
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
  readonly isExisting?: boolean | undefined;
}

/**
 * Opens the store in a directory, creating both if they do not exist, or in the database of a `postgres://` URL;
 * `:memory:` keeps it in this process. Throws if a newer version of this package, or another application, wrote it.
 */
export async function openStore(data: string, { isBulk, isExisting = false }: StoreOptions = {}): Promise<Store> {
  const engine = engineOf(data, isBulk);
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  try {
    const text = await engine.text(db as unknown as Kysely<unknown>);
    if (isExisting && !(await isMigrated(db, engine.isAbsent)))
      throw new Error(
        `there is no store in ${nameOf(data)}, which is empty or belongs to another application; check its name, or make a ` +
          "store there with `platformctl service init`",
      );
    await requireOwn(engine, db as unknown as Kysely<unknown>, nameOf(data));
    await persistently(
      () => migrate(db, text),
      (error) => engine.isTransient(error) || engine.isMadeMeanwhile(error),
    );
  } catch (error) {
    await db.destroy();
    throw error;
  }
  runDirectly(db, engine.direct);
  const { directWithin } = engine;
  const begin = <T>(run: (tx: Database) => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      runDirectly(tx, directWithin ?? (await directOn(tx)));
      return run(tx);
    });
  // If the engine runs one transaction at a time anyway, waiting transactions are committed together.
  const transaction = directWithin ? groupCommit(begin, (text) => directWithin(text, [], false)) : begin;
  const pass = directWithin ? <T>(_turn: WriteLock | undefined, run: () => Promise<T>) => run() : lockQueues();
  return {
    db,
    transaction: (run, turn) =>
      pass(turn, () =>
        persistently(
          () =>
            transaction(async (tx) => {
              if (turn) await takeWriteLock(tx, turn, engine.lockSlots);
              return run(tx);
            }),
          engine.isTransient,
        ),
      ),
    check: async (timeoutMs) => {
      if (engine.check) await engine.check(timeoutMs);
      else await settings.get(db, "baseUrl");
    },
    warnings: () => engine.warnings?.() ?? [],
    close: () => db.destroy(),
  };
}

/**
 * Throws if the database belongs to another application. The table of migrations is created first, so that an
 * interrupted or concurrent creation can continue.
 */
async function requireOwn(engine: Engine, db: Kysely<unknown>, name: string): Promise<void> {
  const tables = (await engine.tables?.(db)) ?? [];
  const columns = tables.includes(MIGRATIONS) ? await engine.columns?.(db, MIGRATIONS) : undefined;
  if (tables.length === 0 || columns?.join() === "name") return;
  if (columns)
    throw new Error(
      `the database belongs to another application, which has a table named ${MIGRATIONS}; use another one`,
    );
  throw new Error(
    `${name} has no store, but ${tables.length} table${tables.length === 1 ? "" : "s"} of another application, ` +
      `such as ${JSON.stringify(tables[0])}; name an empty database or schema in the database URL`,
  );
}

const MIGRATIONS = "migrations";

/** Runs statements on a transaction's connection without waiting for earlier ones, as the query builder would. */
async function directOn(tx: Database): Promise<Direct> {
  const connection = await tx.getExecutor().provideConnection(async (own) => own);
  return (text, parameters) => connection.executeQuery(CompiledQuery.raw(text, [...parameters]));
}

function engineOf(data: string, isBulk?: boolean): Engine {
  if (!isDatabaseUrl(data)) return sqlite(data === ":memory:" ? data : databaseFile(data), isBulk);
  // Loaded on demand: most stores are files.
  const { postgres } = require("./engines/postgres") as typeof import("./engines/postgres");
  return postgres(data);
}

/**
 * Retries with increasing delays while the work fails because of concurrent transactions. Throws UNAVAILABLE in the
 * end.
 */
async function persistently<T>(work: () => Promise<T>, isTransient: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw retryLater("UNAVAILABLE", "Unavailable: too many write to the same resources at once", 1);
      await setTimeout(Math.random() * Math.min(MAX_BACKOFF_MS, 2 ** attempt));
    }
  }
}
