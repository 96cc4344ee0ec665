import type { Dialect, Kysely, QueryResult } from "kysely";
import type { Bytewise } from "../schema";

/** Runs a statement past the query builder; undefined where it has to wait for its turn there. `one`: the first row will do. */
export type Direct = (
  text: string,
  parameters: readonly unknown[],
  one: boolean,
) => QueryResult<unknown> | Promise<QueryResult<unknown>> | undefined;

/** What differs between the databases that a store can be in. */
export interface Engine {
  readonly dialect: Dialect;
  /** For statements outside of transactions. */
  readonly direct: Direct;
  /** For those in the transaction that runs, where there is one at a time. */
  readonly directWithin?: Direct;
  /** Throws UNAVAILABLE unless the database accepts writes. Not for an engine whose file says so with each of them. */
  check?(timeoutMs: number): Promise<void>;
  /** What an operator must look at, though requests are still answered. */
  warnings?(): readonly string[];
  /** Its type for text that compares byte by byte. */
  text(db: Kysely<unknown>): Promise<Bytewise>;
  /** How many transactions may add to an organization at once. */
  readonly lockSlots: number;
  /** Whether a transaction failed for what others did meanwhile, and is to run again. */
  isTransient(error: unknown): boolean;
  /** Whether a statement failed for a table or a column that there is not. */
  isAbsent(error: unknown): boolean;
  /** The tables where a store would be made. Not for an engine whose files are the store's own. */
  tables?(db: Kysely<unknown>): Promise<readonly string[]>;
  /** The columns of a table. Not for an engine whose files are the store's own. */
  columns?(db: Kysely<unknown>, table: string): Promise<readonly string[]>;
  /** Whether a migration failed since another node did it meanwhile. */
  isMadeMeanwhile(error: unknown): boolean;
}
