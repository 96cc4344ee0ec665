import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import type { Direct } from "./engine";
import type { Database } from "./schema";

const directly = new WeakMap<Database, Direct>();

/** Has frequent queries of a store, or of a transaction, run past the query builder. */
export const runDirectly = (db: Database, direct: Direct): void => {
  directly.set(db, direct);
};

/**
 * A query that most requests ask: it is put together once, which takes longer than running it, and then gets other
 * parameters. They stand in it in the order of the arguments. What it is built with must not decide its text.
 */
export function frequent<A extends readonly unknown[], O>(
  build: (db: Database, ...parameters: A) => Compilable<O>,
): (db: Database, ...parameters: A) => Promise<readonly O[]> {
  const run = frequentStatement(build);
  return async (db, ...parameters) => (await run(db, ...parameters)).rows;
}

/** The same for a statement of which one wants to know how many rows it changed. */
export function frequentStatement<A extends readonly unknown[], O>(
  build: (db: Database, ...parameters: A) => Compilable<O>,
): (db: Database, ...parameters: A) => Promise<QueryResult<O>> {
  // A store and its transactions have an adapter in common.
  const built = new WeakMap<object, CompiledQuery<O>>();
  return async (db, ...parameters) => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, ...parameters).compile();
      built.set(adapter, query);
    }
    const ran = directly.get(db)?.(query.sql, parameters);
    return ran ? ((await ran) as QueryResult<O>) : db.executeQuery<O>({ ...query, parameters });
  };
}
