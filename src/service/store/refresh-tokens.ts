import type { Database } from "./schema";
import { digestOf } from "./single-use";

/**
 * Refresh tokens, as digests. All that came of one session are a family; each works once and brings the next. One that
 * comes a second time was stolen, or its successor was: then the session ends.
 */

const KIND = "refresh token";

export interface NewRefreshToken {
  readonly secret: string;
  readonly family: string;
  /** JSON. */
  readonly data: object;
  /** RFC 3339, as `now`. */
  readonly expires: string;
  readonly now: string;
}

/** Keeps a token, and forgets those that have expired. */
export async function add(db: Database, { secret, family, data, expires, now }: NewRefreshToken): Promise<void> {
  await db.deleteFrom("refresh_tokens").where("expires", "<=", now).execute();
  await db
    .insertInto("refresh_tokens")
    .values({ digest: digestOf(KIND, secret), family, data: JSON.stringify(data), used: 0, expires })
    .execute();
}

export interface FoundRefreshToken {
  /** The uid of the session. */
  readonly family: string;
  /** Whether it was used before. */
  readonly used: boolean;
}

/** Uses a token. Undefined for one that is not known or has expired. */
export async function use(db: Database, secret: string, now: string): Promise<FoundRefreshToken | undefined> {
  const digest = digestOf(KIND, secret);
  const row = await db
    .selectFrom("refresh_tokens")
    .select("family")
    .where("digest", "=", digest)
    .where("expires", ">", now)
    .executeTakeFirst();
  if (!row) return undefined;
  // Of several that use it at once, one is the first.
  const { numUpdatedRows } = await db
    .updateTable("refresh_tokens")
    .set({ used: 1 })
    .where("digest", "=", digest)
    .where("used", "=", 0)
    .executeTakeFirst();
  return { family: row.family, used: Number(numUpdatedRows) === 0 };
}

/** Lets a token that brought nothing be used again. */
export async function giveBack(db: Database, secret: string): Promise<void> {
  await db.updateTable("refresh_tokens").set({ used: 0 }).where("digest", "=", digestOf(KIND, secret)).execute();
}

/** The uid of the session of a token, used or not. */
export async function familyOf(db: Database, secret: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("refresh_tokens")
    .select("family")
    .where("digest", "=", digestOf(KIND, secret))
    .executeTakeFirst();
  return row?.family;
}
