import { frequentRow, frequentWrite } from "./frequent";
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

/** What the caller did with the key since the given time (RFC 3339). What was done before is forgotten. */
export async function find(db: Database, caller: string, key: string, since: string): Promise<DoneCreate | undefined> {
  const found = await done(db, caller, key);
  if (!found || found.time > since) return found;
  await db.deleteFrom("idempotency").where("caller", "=", caller).where("key", "=", key).execute();
  return undefined;
}

const done = frequentRow((db, caller: string, key: string) =>
  db.selectFrom("idempotency").selectAll().where("caller", "=", caller).where("key", "=", key),
);

/**
 * Remembers that a create is being done, before it is: another node's with the same key waits here until this one's
 * transaction has ended, and not for what both would make.
 */
export async function begin(
  db: Database,
  { caller, key, request }: Omit<DoneCreate, "answer">,
  time: string,
): Promise<void> {
  await insert(db, caller, key, request, "", time);
}

const insert = frequentWrite((db, caller: string, key: string, request: string, answer: string, time: string) =>
  db.insertInto("idempotency").values({ caller, key, request, answer, time }),
);

/** Remembers what was answered. */
export async function finish(db: Database, { caller, key, answer }: Omit<DoneCreate, "request">): Promise<void> {
  await setAnswer(db, answer, caller, key);
}

const setAnswer = frequentWrite((db, answer: string, caller: string, key: string) =>
  db.updateTable("idempotency").set({ answer }).where("caller", "=", caller).where("key", "=", key),
);
