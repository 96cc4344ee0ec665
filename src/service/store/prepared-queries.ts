import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import type { Database } from "./database";
import type { EngineName } from "./engines/engine";

type Build<P extends readonly unknown[], R> = (db: Database, ...parameters: P) => Compilable<R>;

/**
 * Prepares a query that most requests run. It is compiled once, which takes longer than running it, and then run with
 * other parameters. The query must use the parameters in the order of the arguments, and its text must not depend on
 * them.
 */
export function preparedRows<P extends readonly unknown[], R>(build: Build<P, R>) {
  const run = prepared(build, false);
  return async (db: Database, ...parameters: P): Promise<readonly R[]> => (await run(db, parameters)).rows;
}

/** As `preparedRows`, for at most one row. */
export function preparedRow<P extends readonly unknown[], R>(build: Build<P, R>) {
  const run = prepared(build, true);
  return async (db: Database, ...parameters: P): Promise<R | undefined> => (await run(db, parameters)).rows[0];
}

/** As `preparedRows`, for a write. Returns the number of affected rows. */
export function preparedWrite<P extends readonly unknown[]>(build: Build<P, unknown>) {
  const run = prepared(build, false);
  return async (db: Database, ...parameters: P): Promise<number> =>
    Number((await run(db, parameters)).numAffectedRows ?? 0);
}

function prepared<P extends readonly unknown[], R>(build: Build<P, R>, isSingleRow: boolean) {
  const compiled: { [engine in EngineName]?: CompiledQuery<R> } = {};
  return async (db: Database, parameters: P): Promise<QueryResult<R>> => {
    const query = compiled[db.engine] ?? build(db, ...parameters).compile();
    compiled[db.engine] = query;
    const result = db.runDirectly<R>(query.sql, parameters, isSingleRow);
    return result ?? db.query.executeQuery<R>({ ...query, parameters });
  };
}
