import type { QueryResult, SqliteDatabase, SqliteStatement } from "kysely";
import Sqlite from "libsql";

/** Statements that are kept prepared; there are fewer shapes of them than this. */
const MAX_STATEMENTS = 500;

/** The one connection that a store has to its file. */
export interface SqliteConnection extends SqliteDatabase {
  /** Runs a statement at once. `one`: of what it reads the first row will do. */
  run(text: string, parameters: Values, one: boolean): QueryResult<unknown>;
}

type Values = readonly unknown[];

/** What the library makes of a statement; its types know less of it. */
interface Prepared extends SqliteStatement {
  columns(): readonly { readonly name: string }[];
  raw(): void;
  get(parameters: Values): Values | undefined;
}

/**
 * 64 MiB of pages in memory and as many in the log, for whoever writes much: a page that does not fit in memory until its
 * transaction ends, or is moved from the log before it changes again, is written more than once.
 */
const BULK = "pragma cache_size = -65536; pragma wal_autocheckpoint = 16384";

/** Opens a file, or makes it. What is acknowledged survives the process and the machine: WAL, synchronous=FULL. */
export function openSqlite(file: string, timeout: number, isBulk = false): SqliteConnection {
  const database = new Sqlite(file, { timeout });
  if (isBulk) database.exec(BULK);
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0");
  const prepare = (text: string) => database.prepare(text) as unknown as Prepared;
  const statements = kept((text) => quickly(prepare(text)));
  const lookups = kept((text) => lookup(prepare(text)));
  return {
    prepare: statements.of,
    run(text, parameters, one) {
      if (one) return { rows: lookups.of(text)(parameters, () => lookups.forget(text)) };
      const statement = statements.of(text);
      if (statement.reader) return { rows: statement.all(parameters) };
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
    },
    close() {
      statements.clear();
      lookups.clear();
      // Else the file lacks what stands in its log until it is opened again, and a copy of it alone would too.
      unlessBusy(() => database.exec("pragma wal_checkpoint(truncate)"));
      database.close();
    },
  };
}

function kept<T>(make: (text: string) => T) {
  const all = new Map<string, T>();
  return {
    of(text: string): T {
      const known = all.get(text);
      if (known) return known;
      const made = make(text);
      if (all.size >= MAX_STATEMENTS) all.clear();
      all.set(text, made);
      return made;
    },
    forget: (text: string) => all.delete(text),
    clear: () => all.clear(),
  };
}

/** The library makes lists of values a good deal faster than objects, and is slow to say whether a statement reads. */
function quickly(statement: Prepared): SqliteStatement {
  const run = (parameters: Values) => statement.run(parameters);
  if (!statement.reader) return { reader: false, all: () => [], run, iterate };
  const names = namesIn(statement);
  const all = (parameters: Values) => (statement.all(parameters) as Values[]).map((values) => named(names, values));
  return { reader: true, all, run, iterate };
}

/**
 * A statement of which one row is wanted, which is faster than asking for all. The library takes new parameters for one
 * that came to its end alone: it must be used for nothing else, and once it failed, never again.
 */
function lookup(statement: Prepared) {
  const names = namesIn(statement);
  return (parameters: Values, forget: () => void): Record<string, unknown>[] => {
    try {
      const values = statement.get(parameters);
      return values ? [named(names, values)] : [];
    } catch (error) {
      forget();
      throw error;
    }
  };
}

function namesIn(statement: Prepared): string[] {
  const names = statement.columns().map(({ name }) => name);
  statement.raw();
  return names;
}

function named(names: readonly string[], values: Values): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index];
  return row;
}

const iterate = (): never => {
  throw new Error("rows are read all at once");
};

/** Whether another process has the lock. */
export const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === "SQLITE_BUSY";

/** What the work gives; undefined where another process has the lock. */
export function unlessBusy<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}
