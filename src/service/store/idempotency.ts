import type { Database } from "./schema";

/** A create that was done, and what was answered. */
export interface DoneCreate {
  readonly caller: string;
  readonly key: string;
  /** What was asked for, as a digest. */
  readonly request: string;
  /** JSON. */
  readonly answer: string;
}

/** What the caller did with the key since the given time (RFC 3339). */
export async function find(db: Database, caller: string, key: string, since: string): Promise<DoneCreate | undefined> {
  return db
    .selectFrom("idempotency")
    .select(["caller", "key", "request", "answer"])
    .where("caller", "=", caller)
    .where("key", "=", key)
    .where("time", ">", since)
    .executeTakeFirst();
}

/** Remembers a create, and forgets those of before `since`. */
export async function remember(db: Database, done: DoneCreate, time: string, since: string): Promise<void> {
  await db.deleteFrom("idempotency").where("time", "<=", since).execute();
  await db
    .insertInto("idempotency")
    .values({ ...done, time })
    .execute();
}
