import {
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import type { PoolClient } from "pg";
import { errorCode } from "../../../api";
import { parseDatabaseUrl } from "../database-url";
import type { Engine } from "./engine";
import { UnconfirmedCommits } from "./postgres-commits";
import { Primary } from "./postgres-primary";
import { Session } from "./postgres-session";

/**
 * The number of concurrent writers that may add resources to an organization. More than a node has connections, so that
 * writers of one node rarely choose the same slot.
 */
const LOCK_SLOTS = 16;

/** Retried errors: serialization failures, deadlocks, and keys that another node inserted concurrently. */
const TRANSIENT = ["40001", "40P01", "23505"];
/** Missing tables and columns. */
const MISSING = ["42P01", "42703"];
/** Errors of concurrent migrations: tables and types that another node created. */
const CONCURRENT_MIGRATION = ["42P07", "42710", "XX000"];

/** PostgreSQL 13 or later, or a compatible engine: CockroachDB, YugabyteDB. */
export function postgres(url: string): Engine {
  const sessions = sessionsOf(url);
  return {
    name: "postgres",
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      // The dialect uses only these methods of a pool.
      createDriver: () => new PostgresDriver({ pool: async () => sessions as unknown as PostgresPool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    runDirectly: async <R>(text: string, parameters: readonly unknown[]) => {
      const session = await sessions.connect();
      try {
        const { rows, rowCount } = await session.query<R>(text, parameters);
        return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
      } finally {
        session.release();
      }
    },
    check: async (timeoutMs) => {
      const session = await sessions.connect();
      try {
        await session.requireWritable(timeoutMs);
      } finally {
        session.release();
      }
    },
    warnings: () =>
      sessions.isExhausted()
        ? ["the database has no free connections (53300); increase max_connections, or run fewer nodes or clients"]
        : [],
    text: bytewise,
    lockSlots: LOCK_SLOTS,
    isTransient: (error) => TRANSIENT.includes(errorCode(error)),
    isMissingTable: (error) => MISSING.includes(errorCode(error)),
    tables: async (db) => {
      const ofSchema = sql<{
        tablename: string;
      }>`select tablename from pg_tables where schemaname = current_schema() order by 1`;
      return (await ofSchema.execute(db)).rows.map(({ tablename }) => tablename);
    },
    columns: async (db, table) => {
      const ofTable = sql<{
        name: string;
      }>`select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${table}`;
      return (await ofTable.execute(db)).rows.map(({ name }) => name);
    },
    isConcurrentMigration: (error) => CONCURRENT_MIGRATION.includes(errorCode(error)),
  };
}

/** CockroachDB always compares byte by byte, and does not support the collation's name. */
async function bytewise(db: Kysely<unknown>) {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  return rows[0]?.version.includes("CockroachDB") ? sql`text` : sql`text collate "C"`;
}

function sessionsOf(url: string) {
  const primary = new Primary(parseDatabaseUrl(url));
  const unconfirmed = new UnconfirmedCommits();
  const known = new WeakMap<PoolClient, Session>();
  return {
    async connect(): Promise<Session> {
      const { client, host } = await primary.connect();
      const session = known.get(client) ?? new Session(client, host, primary, unconfirmed);
      known.set(client, session);
      return session;
    },
    isExhausted: () => primary.isExhausted,
    end: () => primary.end(),
  };
}
