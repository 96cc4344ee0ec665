import type { Database } from "./schema";

/**
 * Logins of people that have not ended. Each has a family of refresh tokens, which bears its uid, and access tokens that
 * name it; both end with it.
 */
export interface StoredSession {
  /** The identity's uid, and one segment of its own. */
  readonly uid: string;
  readonly identity: string;
  /** The identity's token generation at the login. */
  readonly generation: number;
  /** The uid of the identity provider, and what it was at the login. */
  readonly provider: string;
  readonly issuer: string;
  readonly client_id: string;
  /** RFC 3339, as the other times. */
  readonly create_time: string;
  readonly last_used_time: string;
  /** When it ends unless it is used before, and when it ends in any case. */
  readonly expires: string;
  readonly ends: string;
  /** The identity provider's own refresh token, sealed with ours; empty where there is none. */
  readonly upstream: string;
}

export async function add(db: Database, session: StoredSession): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

export const get = (db: Database, uid: string): Promise<StoredSession | undefined> =>
  db.selectFrom("sessions").selectAll().where("uid", "=", uid).executeTakeFirst();

/** Notes that a session brought a token. False where it has ended. */
export async function use(
  db: Database,
  uid: string,
  change: Pick<StoredSession, "last_used_time" | "expires" | "upstream">,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("sessions").set(change).where("uid", "=", uid).executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Ends the session with a uid, or all of an identity or identity provider, with their refresh tokens. */
export async function end(db: Database, of: "uid" | "identity" | "provider", value: string): Promise<void> {
  const ending = db.selectFrom("sessions").select("uid").where(of, "=", value);
  await db.deleteFrom("refresh_tokens").where("family", "in", ending).execute();
  await db.deleteFrom("sessions").where(of, "=", value).execute();
}

/** Ends every session there is, and every login that is under way. */
export async function endAll(db: Database): Promise<void> {
  for (const table of ["refresh_tokens", "sessions", "one_time"] as const) await db.deleteFrom(table).execute();
}

export interface Page {
  readonly items: readonly StoredSession[];
  readonly total: number;
}

/** Sessions of an identity that have not ended, in the order of their uids, after one of them. */
export async function page(
  db: Database,
  identity: string,
  { now, after, limit }: { readonly now: string; readonly after: string; readonly limit: number },
): Promise<Page> {
  const all = db.selectFrom("sessions").where("identity", "=", identity).where("expires", ">", now);
  const { total } = await all.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  const items = await all.selectAll().where("uid", ">", after).orderBy("uid").limit(limit).execute();
  return { items, total: Number(total) };
}
