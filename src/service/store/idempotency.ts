import type { Database } from "./database";
import { preparedRow, preparedWrite } from "./prepared-queries";

/** A completed create and its response. */
export interface CompletedCreate {
  readonly caller: string;
  readonly key: string;
  /** A digest of the request. */
  readonly request: string;
  /** JSON. */
  readonly response: string;
}

/**
 * Records that a create is in progress, before it runs: a create with the same key on another node waits here until
 * this transaction ends, rather than on the resource that both would create. Returns false if the key was already used
 * since the given time (RFC 3339); replaces an older use.
 */
export async function begin(
  db: Database,
  { caller, key, request }: Omit<CompletedCreate, "response">,
  time: string,
  since: string,
): Promise<boolean> {
  return (await insertKey(db, caller, key, request, "", time, since)) > 0;
}

const insertKey = preparedWrite(
  (db, caller: string, key: string, request: string, response: string, time: string, since: string) =>
    db.query
      .insertInto("idempotency")
      .values({ caller, key, request, response, time })
      .onConflict((conflict) =>
        conflict
          .columns(["caller", "key"])
          .doUpdateSet(({ ref }) => ({
            request: ref("excluded.request"),
            response: ref("excluded.response"),
            time: ref("excluded.time"),
          }))
          .where("idempotency.time", "<=", since),
      ),
);

/** Returns the caller's create with this key. */
export const find = preparedRow((db, caller: string, key: string) =>
  db.query.selectFrom("idempotency").selectAll().where("caller", "=", caller).where("key", "=", key),
);

/** Stores the response. */
export async function finish(db: Database, { caller, key, response }: Omit<CompletedCreate, "request">): Promise<void> {
  await setResponse(db, response, caller, key);
}

const setResponse = preparedWrite((db, response: string, caller: string, key: string) =>
  db.query.updateTable("idempotency").set({ response }).where("caller", "=", caller).where("key", "=", key),
);
