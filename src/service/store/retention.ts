import type { Database } from "./database";

/** The tables with limited retention, and the column of the time (RFC 3339) that decides. */
const columns = {
  idempotency: "time",
  single_use_secrets: "expires",
  refresh_tokens: "expires",
  sessions: "expires",
} as const;

export type Expiring = keyof typeof columns;

/** The number of rows deleted per statement: concurrent writes wait that long. */
const BATCH = 1000;

/** Deletes rows from before a time, oldest first, in batches. */
export async function deleteBefore(db: Database, table: Expiring, before: string): Promise<void> {
  const column = columns[table];
  for (;;) {
    const last = await db.query
      .selectFrom(table)
      .select(column)
      .where(column, "<", before)
      .orderBy(column)
      .offset(BATCH)
      .limit(1)
      .executeTakeFirst();
    const until = last && Object.values(last)[0];
    if (until === undefined) break;
    await db.query.deleteFrom(table).where(column, "<=", until).execute();
    await new Promise(setImmediate);
  }
  await db.query.deleteFrom(table).where(column, "<", before).execute();
}
