import type { Dialect, Kysely, QueryResult } from "kysely";
import type { Bytewise } from "../schema";

export type EngineName = "sqlite" | "postgres";

/**
 * Runs a statement without the query builder; undefined if it must wait in the query builder's queue. With
 * `isSingleRow` only the first row is needed.
 */
export type RunDirectly = <R>(
  text: string,
  parameters: readonly unknown[],
  isSingleRow: boolean,
) => QueryResult<R> | Promise<QueryResult<R>> | undefined;

/** The differences between the supported databases. */
export interface Engine {
  readonly name: EngineName;
  readonly dialect: Dialect;
  /** Runs statements outside of transactions. */
  readonly runDirectly: RunDirectly;
  /** Runs statements in the current transaction. Only for engines that run one transaction at a time. */
  readonly runInTransaction?: RunDirectly;
  /** Throws UNAVAILABLE unless the database accepts writes. Absent for engines whose writes report this themselves. */
  check?(timeoutMs: number): Promise<void>;
  /** Returns problems that an operator must resolve, although requests still succeed. */
  warnings?(): readonly string[];
  /** Returns the type for text that compares byte by byte. */
  text(db: Kysely<unknown>): Promise<Bytewise>;
  /** The number of concurrent transactions that may add resources to an organization. */
  readonly lockSlots: number;
  /** Returns whether a transaction failed because of concurrent transactions and can be retried. */
  isTransient(error: unknown): boolean;
  /** Returns whether a statement failed because a table or column does not exist. */
  isMissingTable(error: unknown): boolean;
  /** Returns the existing tables where the store would be created. Absent for engines that have files of their own. */
  tables?(db: Kysely<unknown>): Promise<readonly string[]>;
  /** Returns the columns of a table; none if there is no such table. */
  columns(db: Kysely<unknown>, table: string): Promise<readonly string[]>;
  /** Returns whether a migration failed because another node ran it concurrently. */
  isConcurrentMigration(error: unknown): boolean;
}
