import { createHash } from "node:crypto";
import type { Database } from "./schema";

/**
 * What a secret stands for until it is used or expires: a login that is under way, a code. The secret itself is kept
 * nowhere, so whoever reads the store learns none. `kind` keeps a secret of one kind from passing for another.
 */

/** How a secret stands in the store. */
export const digestOf = (kind: string, secret: string): string =>
  createHash("sha256").update(`${kind} ${secret}`).digest("hex");

interface Times {
  /** RFC 3339, as `expires`. */
  readonly now: string;
  readonly expires: string;
}

/** Keeps what a secret stands for, JSON, and forgets what has expired. */
export async function put(
  db: Database,
  kind: string,
  secret: string,
  data: object,
  { now, expires }: Times,
): Promise<void> {
  await db.deleteFrom("one_time").where("expires", "<=", now).execute();
  await db
    .insertInto("one_time")
    .values({ digest: digestOf(kind, secret), data: JSON.stringify(data), expires })
    .execute();
}

/** What the secret stands for, and never again: of several that ask at once, one gets it. */
export async function take<T>(db: Database, kind: string, secret: string, now: string): Promise<T | undefined> {
  const row = await db
    .deleteFrom("one_time")
    .where("digest", "=", digestOf(kind, secret))
    .returning(["data", "expires"])
    .executeTakeFirst();
  return row && row.expires > now ? (JSON.parse(row.data) as T) : undefined;
}

/** What the secret stands for, which it goes on to do. */
export async function look<T>(db: Database, kind: string, secret: string, now: string): Promise<T | undefined> {
  const row = await db
    .selectFrom("one_time")
    .select("data")
    .where("digest", "=", digestOf(kind, secret))
    .where("expires", ">", now)
    .executeTakeFirst();
  return row && (JSON.parse(row.data) as T);
}
