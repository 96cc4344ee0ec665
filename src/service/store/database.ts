import type { Kysely } from "kysely";
import type { EngineName, RunDirectly } from "./engines/engine";
import type { Schema } from "./schema";

/** The store, or a transaction in it: the functions of this folder take it as their first parameter. */
export class Database {
  readonly isTransaction: boolean = false;

  constructor(
    readonly engine: EngineName,
    /** Builds and runs queries. */
    readonly query: Kysely<Schema>,
    /** Runs prepared queries without the query builder. */
    readonly runDirectly: RunDirectly,
  ) {}
}

/** The write lock of an organization, as held by a transaction. */
export interface HeldWriteLock {
  /** The slot under which the transaction's counts are stored. */
  readonly slot: number;
  /** The organization whose grants version the transaction has increased. */
  readonly grantsIncreasedIn: string | undefined;
}

/** A transaction, with the write lock that it holds. */
export class Transaction extends Database {
  override readonly isTransaction = true;

  constructor(
    { engine, query, runDirectly }: Database,
    readonly writeLock: HeldWriteLock | undefined,
  ) {
    super(engine, query, runDirectly);
  }
}

/**
 * Runs independent statements of one transaction concurrently, so that a remote database needs a single round trip.
 * Throws the first error, but only after all statements have ended: none may still be running when the transaction
 * ends.
 */
export async function runConcurrently(statements: readonly Promise<unknown>[]): Promise<void> {
  const all = Promise.all(statements);
  await Promise.allSettled([all, ...statements]);
  await all;
}
