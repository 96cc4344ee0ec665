import { setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Engine } from "./engine";
import { isBusy, openSqlite, unlessBusy } from "./sqlite-connection";

/** How long a writer waits for another process, such as a command that adds an organization. */
const BUSY_TIMEOUT_MS = 10_000;
const BUSY_RETRY_MS = 5;

/** SQLite through libsql. Acknowledged writes survive crashes of the process and the machine: WAL, synchronous=FULL. */
export function sqlite(file: string, isBulk = false): Engine {
  const database = openSqlite(file, BUSY_TIMEOUT_MS, isBulk);
  const driver = new ImmediateDriver({ database: async () => database });
  return {
    name: "sqlite",
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    // There is one connection: a read during a transaction would see its uncommitted writes.
    runDirectly: (text, parameters, isSingleRow) =>
      driver.isInTransaction ? undefined : unlessBusy(() => database.run(text, parameters, isSingleRow)),
    runInTransaction: database.run,
    // SQLite compares text byte by byte by default.
    text: async () => sql`text`,
    // One transaction writes at a time.
    lockSlots: 1,
    isTransient: () => false,
    isMissingTable: (error) => /no such (table|column)/.test(String(error)),
    columns: async (db, table) => {
      const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
      return rows.map(({ name }) => name);
    },
    isConcurrentMigration: () => false,
  };
}

/** Begins transactions with the write lock: one that reads first could not write after another process has written. */
class ImmediateDriver extends SqliteDriver {
  isInTransaction = false;

  override async acquireConnection(): Promise<DatabaseConnection> {
    return retryingWhenBusy(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    this.isInTransaction = true;
  }

  /** When the disk is full, SQLite has already rolled back; keep the original error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }

  override async releaseConnection(): Promise<void> {
    this.isInTransaction = false;
    await super.releaseConnection();
  }
}

/** Retries while another process holds the lock, without blocking this process as SQLite's own busy timeout would. */
function retryingWhenBusy(connection: DatabaseConnection): DatabaseConnection {
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
