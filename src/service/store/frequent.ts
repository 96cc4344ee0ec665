import type { Compilable, CompiledQuery } from "kysely";
import type { Database } from "./schema";

/**
 * A query that most requests ask: it is put together once, which takes longer than running it, and then gets other
 * parameters. They stand in it in the order of the arguments.
 */
export function frequent<A extends readonly unknown[], O>(
  build: (db: Database, ...parameters: A) => Compilable<O>,
): (db: Database, ...parameters: A) => Promise<readonly O[]> {
  // A store and its transactions have an adapter in common.
  const built = new WeakMap<object, CompiledQuery<O>>();
  return async (db, ...parameters) => {
    const { adapter } = db.getExecutor();
    const known = built.get(adapter) ?? build(db, ...parameters).compile();
    built.set(adapter, known);
    return (await db.executeQuery<O>({ ...known, parameters })).rows;
  };
}
