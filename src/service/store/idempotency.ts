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

/**
 * Remembers that a create is being done, before it is: another node's with the same key waits here until this one's
 * transaction has ended, and not for what both would make. Forgets those of before `since`.
 */
export async function begin(
  db: Database,
  { caller, key, request }: Omit<DoneCreate, "answer">,
  time: string,
  since: string,
): Promise<void> {
  await db.deleteFrom("idempotency").where("time", "<=", since).execute();
  await db.insertInto("idempotency").values({ caller, key, request, answer: "", time }).execute();
}

/** Remembers what was answered. */
export async function finish(db: Database, { caller, key, answer }: Omit<DoneCreate, "request">): Promise<void> {
  await db.updateTable("idempotency").set({ answer }).where("caller", "=", caller).where("key", "=", key).execute();
}
