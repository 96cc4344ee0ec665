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
  return {
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ImmediateDriver({ database: async () => open(file) }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
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
  override async acquireConnection(): Promise<DatabaseConnection> {
    return patient(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
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
          if ((error as { code?: unknown }).code !== "SQLITE_BUSY" || Date.now() > deadline) throw error;
          await setTimeout(BUSY_RETRY_MS);
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

function open(file: string): SqliteDatabase {
  const database = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0");
  const prepared = new Map<string, ReturnType<SqliteDatabase["prepare"]>>();
  return {
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = database.prepare(sql) as unknown as ReturnType<SqliteDatabase["prepare"]>;
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
