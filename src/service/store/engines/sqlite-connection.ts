import type { QueryResult, SqliteDatabase, SqliteStatement } from "kysely";
import Sqlite from "libsql";
import { errorCode } from "../../../api";

/** The maximum number of prepared statements. There are fewer distinct statements. */
const MAX_STATEMENTS = 500;

/** The single connection of a store to its file. */
export interface SqliteConnection extends SqliteDatabase {
  /** Runs a statement synchronously. With `isSingleRow` only the first row is needed. */
  run<R>(text: string, parameters: Values, isSingleRow: boolean): QueryResult<R>;
}

type Values = readonly unknown[];

/** A prepared statement, with the methods that the library's types lack. */
interface Prepared extends SqliteStatement {
  columns(): readonly { readonly name: string }[];
  raw(): void;
  get(parameters: Values): Values | undefined;
}

/**
 * Keeps 64 MiB of pages in memory and as many in the log, for bulk writes: a page that is evicted before its
 * transaction ends, or checkpointed before it changes again, is written more than once.
 */
const BULK = "pragma cache_size = -65536; pragma wal_autocheckpoint = 16384";

/**
 * Opens or creates a file. Acknowledged writes survive crashes of the process and the machine: WAL, synchronous=FULL.
 */
export function openSqlite(file: string, timeout: number, isBulk = false): SqliteConnection {
  const database = new Sqlite(file, { timeout });
  if (isBulk) database.exec(BULK);
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0");
  // The library's type definitions are incomplete.
  const prepare = (text: string) => database.prepare(text) as unknown as Prepared;
  const statements = statementCache((text) => fastStatement(prepare(text)));
  const singleRowStatements = statementCache((text) => singleRowStatement(prepare(text)));
  return {
    prepare: statements.of,
    run<R>(text: string, parameters: Values, isSingleRow: boolean): QueryResult<R> {
      // The caller knows the columns of its statement.
      if (isSingleRow)
        return { rows: singleRowStatements.of(text)(parameters, () => singleRowStatements.forget(text)) as R[] };
      const statement = statements.of(text);
      if (statement.reader) return { rows: statement.all(parameters) as R[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
    },
    close() {
      statements.clear();
      singleRowStatements.clear();
      // Otherwise the file lacks the log's contents until it is opened again, and so would a copy of the file alone.
      unlessBusy(() => database.exec("pragma wal_checkpoint(truncate)"));
      database.close();
    },
  };
}

function statementCache<T>(make: (text: string) => T) {
  const all = new Map<string, T>();
  return {
    of(text: string): T {
      const cached = all.get(text);
      if (cached) return cached;
      const statement = make(text);
      if (all.size >= MAX_STATEMENTS) all.clear();
      all.set(text, statement);
      return statement;
    },
    forget: (text: string) => all.delete(text),
    clear: () => all.clear(),
  };
}

/**
 * Wraps a statement: the library creates arrays much faster than objects, and is slow to report whether a statement
 * reads.
 */
function fastStatement(statement: Prepared): SqliteStatement {
  const run = (parameters: Values) => statement.run(parameters);
  if (!statement.reader) return { reader: false, all: () => [], run, iterate };
  const names = prepareRaw(statement);
  // In raw mode, rows are arrays.
  const all = (parameters: Values) => (statement.all(parameters) as Values[]).map((values) => rowOf(names, values));
  return { reader: true, all, run, iterate };
}

/**
 * Wraps a statement that reads one row, which is faster than reading all. The library accepts new parameters only for a
 * statement that has finished: this one must not be shared, and must not be used again after an error.
 */
function singleRowStatement(statement: Prepared) {
  const names = prepareRaw(statement);
  return (parameters: Values, forget: () => void): Record<string, unknown>[] => {
    try {
      const values = statement.get(parameters);
      return values ? [rowOf(names, values)] : [];
    } catch (error) {
      forget();
      throw error;
    }
  };
}

function prepareRaw(statement: Prepared): string[] {
  const names = statement.columns().map(({ name }) => name);
  statement.raw();
  return names;
}

function rowOf(names: readonly string[], values: Values): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  // A loop with an index, because it runs for every row.
  for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index];
  return row;
}

const iterate = (): never => {
  throw new Error("rows are read all at once");
};

/** Returns whether another process holds the lock. */
export const isBusy = (error: unknown): boolean => errorCode(error) === "SQLITE_BUSY";

/** Returns the result of `work`; undefined if another process holds the lock. */
export function unlessBusy<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}
