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

/**
 * Remembers that a create is being done, before it is: another node's with the same key waits here until this one's
 * transaction has ended, and not for what both would make. Whether it is to be done: nothing was with the key since the
 * given time (RFC 3339), and what was before is forgotten.
 */
export async function begin(
  db: Database,
  { caller, key, request }: Omit<DoneCreate, "answer">,
  time: string,
  since: string,
): Promise<boolean> {
  return (await remember(db, caller, key, request, "", time, since)) > 0;
}

const remember = frequentWrite(
  (db, caller: string, key: string, request: string, answer: string, time: string, since: string) =>
    db
      .insertInto("idempotency")
      .values({ caller, key, request, answer, time })
      .onConflict((conflict) =>
        conflict
          .columns(["caller", "key"])
          .doUpdateSet(({ ref }) => ({
            request: ref("excluded.request"),
            answer: ref("excluded.answer"),
            time: ref("excluded.time"),
          }))
          .where("idempotency.time", "<=", since),
      ),
);

/** What the caller did with the key. */
export const find = frequentRow((db, caller: string, key: string) =>
  db.selectFrom("idempotency").selectAll().where("caller", "=", caller).where("key", "=", key),
);

/** Remembers what was answered. */
export async function finish(db: Database, { caller, key, answer }: Omit<DoneCreate, "request">): Promise<void> {
  await setAnswer(db, answer, caller, key);
}

const setAnswer = frequentWrite((db, answer: string, caller: string, key: string) =>
  db.updateTable("idempotency").set({ answer }).where("caller", "=", caller).where("key", "=", key),
);
