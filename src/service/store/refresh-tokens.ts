import type { Database } from "./database";
import { digestOf } from "./single-use";

/**
 * Refresh tokens, stored as digests. Each token of a session can be used once and is replaced by
 * the next. A token that is used twice was stolen, or its successor was, so the session ends.
 */

const KIND = "refresh token";

export interface NewRefreshToken {
  readonly secret: string;
  readonly session: string;
  /** JSON. */
  readonly data: object;
  /** RFC 3339, like `now`. */
  readonly expires: string;
  readonly now: string;
}

/** Stores a token, and deletes expired ones. */
export async function add(db: Database, { secret, session, data, expires, now }: NewRefreshToken): Promise<void> {
  await db.query.deleteFrom("refresh_tokens").where("expires", "<=", now).execute();
  await db.query
    .insertInto("refresh_tokens")
    .values({ digest: digestOf(KIND, secret), session, data: JSON.stringify(data), used: 0, expires })
    .execute();
}

export interface FoundRefreshToken {
  /** The uid of the session. */
  readonly session: string;
  /** Whether the token was used before. */
  readonly used: boolean;
}

/** Marks a token as used. Undefined if the token is unknown or has expired. */
export async function use(db: Database, secret: string, now: string): Promise<FoundRefreshToken | undefined> {
  const digest = digestOf(KIND, secret);
  const row = await db.query
    .selectFrom("refresh_tokens")
    .select("session")
    .where("digest", "=", digest)
    .where("expires", ">", now)
    .executeTakeFirst();
  if (!row) return undefined;
  // Only one of several concurrent uses is the first.
  const { numUpdatedRows } = await db.query
    .updateTable("refresh_tokens")
    .set({ used: 1 })
    .where("digest", "=", digest)
    .where("used", "=", 0)
    .executeTakeFirst();
  return { session: row.session, used: Number(numUpdatedRows) === 0 };
}

/** Makes a token usable again after its use failed. */
export async function markUnused(db: Database, secret: string): Promise<void> {
  await db.query.updateTable("refresh_tokens").set({ used: 0 }).where("digest", "=", digestOf(KIND, secret)).execute();
}

/** Returns the uid of the session of a token, used or not. */
export async function sessionUidOf(db: Database, secret: string): Promise<string | undefined> {
  const row = await db.query
    .selectFrom("refresh_tokens")
    .select("session")
    .where("digest", "=", digestOf(KIND, secret))
    .executeTakeFirst();
  return row?.session;
}
