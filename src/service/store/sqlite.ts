import { setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import Sqlite from "libsql";
import type { Engine } from "./engine";

/** How long a writer waits for another process, such as a command that adds an organization. */
const BUSY_TIMEOUT_MS = 10_000;
const BUSY_RETRY_MS = 5;

/** Statements that are kept prepared; there are fewer shapes of them than this. */
const MAX_STATEMENTS = 500;

/** SQLite through libsql. What is acknowledged survives the process and the machine: WAL, synchronous=FULL. */
export function sqlite(file: string): Engine {
  const database = open(file);
  const driver = new ImmediateDriver({ database: async () => database });
  return {
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    // There is one connection: what is read beside a transaction would be what that has not committed.
    direct: (text, parameters) =>
      driver.isInTransaction ? undefined : unlessBusy(() => run(database, text, parameters)),
    directWithin: (text, parameters) => run(database, text, parameters),
    // It compares text byte by byte unless told otherwise.
    text: async () => sql`text`,
    // One transaction writes at a time.
    lanes: 1,
    isTransient: () => false,
    isMadeMeanwhile: () => false,
  };
}

/** Transactions take the write lock when they begin: one that read first could not write after another process had. */
class ImmediateDriver extends SqliteDriver {
  isInTransaction = false;

  override async acquireConnection(): Promise<DatabaseConnection> {
    return patient(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    this.isInTransaction = true;
  }

  override async releaseConnection(): Promise<void> {
    this.isInTransaction = false;
    await super.releaseConnection();
  }
}

/** Waits for a lock that another holds without stopping this process, as SQLite's own waiting would. */
function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const deadline = Date.now() + BUSY_TIMEOUT_MS;
      for (;;) {
        try {
          return await connection.executeQuery<R>(query);
        } catch (error) {
          if (!isBusy(error) || Date.now() > deadline) throw error;
          await setTimeout(BUSY_RETRY_MS);
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === "SQLITE_BUSY";

function unlessBusy<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

type Statement = ReturnType<SqliteDatabase["prepare"]>;

function run(database: SqliteDatabase, text: string, parameters: readonly unknown[]): QueryResult<unknown> {
  const statement = database.prepare(text);
  if (statement.reader) return { rows: statement.all(parameters) };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

function open(file: string): SqliteDatabase {
  const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0");
  const prepared = new Map<string, Statement>();
  return {
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = withQuickRows(database.prepare(sql) as unknown as Preparing);
      if (prepared.size >= MAX_STATEMENTS) prepared.clear();
      prepared.set(sql, statement);
      return statement;
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}

type Preparing = Statement & { columns(): readonly { readonly name: string }[]; raw(): void };

/** The library makes lists of values a good deal faster than objects. */
function withQuickRows(statement: Preparing): Statement {
  // Whether it reads is asked with every use, and each time of the library.
  const run = (parameters: readonly unknown[]) => statement.run(parameters);
  if (!statement.reader) return { reader: false, all: () => [], run, iterate };
  const names = statement.columns().map(({ name }) => name);
  statement.raw();
  return {
    reader: true,
    all(parameters) {
      const rows = statement.all(parameters) as unknown[];
      for (let index = 0; index < rows.length; index += 1)
        rows[index] = named(names, rows[index] as readonly unknown[]);
      return rows;
    },
    run,
    iterate,
  };
}

const iterate = (): never => {
  throw new Error("rows are read all at once");
};

function named(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index];
  return row;
}
