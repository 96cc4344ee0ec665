import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import type { Direct } from "./engines/engine";
import type { Database } from "./schema";

const directly = new WeakMap<Database, Direct>();

/** Makes the frequent queries of a store or transaction run without the query builder. */
export const runDirectly = (db: Database, direct: Direct): void => {
  directly.set(db, direct);
};

type Build<A extends readonly unknown[], O> = (db: Database, ...parameters: A) => Compilable<O>;

/**
 * A query that most requests run. It is compiled once, which takes longer than running it, and then run with other
 * parameters. The query must use the parameters in the order of the arguments, and its text must not depend on them.
 */
export function frequent<A extends readonly unknown[], O>(build: Build<A, O>) {
  const run = prepared(build, false);
  return async (db: Database, ...parameters: A): Promise<readonly O[]> => (await run(db, parameters)).rows;
}

/** As `frequent`, for at most one row. */
export function frequentRow<A extends readonly unknown[], O>(build: Build<A, O>) {
  const run = prepared(build, true);
  return async (db: Database, ...parameters: A): Promise<O | undefined> => (await run(db, parameters)).rows[0];
}

/** As `frequent`, for a write. Returns the number of affected rows. */
export function frequentWrite<A extends readonly unknown[]>(build: Build<A, unknown>) {
  const run = prepared(build, false);
  return async (db: Database, ...parameters: A): Promise<number> =>
    Number((await run(db, parameters)).numAffectedRows ?? 0);
}

function prepared<A extends readonly unknown[], O>(build: Build<A, O>, one: boolean) {
  // A store and its transactions share an adapter.
  const built = new WeakMap<object, CompiledQuery<O>>();
  return async (db: Database, parameters: A): Promise<QueryResult<O>> => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, ...parameters).compile();
      built.set(adapter, query);
    }
    const ran = directly.get(db)?.(query.sql, parameters, one);
    return ran ? ((await ran) as QueryResult<O>) : db.executeQuery<O>({ ...query, parameters });
  };
}
