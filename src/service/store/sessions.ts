import type { Database } from "./database";
import type { StoredSession } from "./schema";

export type { StoredSession } from "./schema";

export async function add(db: Database, session: StoredSession): Promise<void> {
  await db.query.insertInto("sessions").values(session).execute();
}

export const get = (db: Database, uid: string): Promise<StoredSession | undefined> =>
  db.query.selectFrom("sessions").selectAll().where("uid", "=", uid).executeTakeFirst();

/** Records that a session was used. Returns false if it has ended. */
export async function use(
  db: Database,
  uid: string,
  change: Pick<StoredSession, "last_used_time" | "expires" | "upstream">,
): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable("sessions")
    .set(change)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Ends one session, or all sessions of an identity or identity provider, with their refresh tokens. */
export async function end(db: Database, of: "uid" | "identity" | "provider", value: string): Promise<void> {
  const ending = db.query.selectFrom("sessions").select("uid").where(of, "=", value);
  await db.query.deleteFrom("refresh_tokens").where("session", "in", ending).execute();
  await db.query.deleteFrom("sessions").where(of, "=", value).execute();
}

/** Ends all sessions and all logins in progress. */
export async function endAll(db: Database): Promise<void> {
  for (const table of ["refresh_tokens", "sessions", "single_use_secrets"] as const)
    await db.query.deleteFrom(table).execute();
}

export interface Page {
  readonly items: readonly StoredSession[];
  readonly total: number;
}

/** Returns active sessions of an identity ordered by uid, after the given uid. */
export async function page(
  db: Database,
  identity: string,
  { now, after, limit }: { readonly now: string; readonly after: string; readonly limit: number },
): Promise<Page> {
  const all = db.query.selectFrom("sessions").where("identity", "=", identity).where("expires", ">", now);
  const { total } = await all.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  const items = await all.selectAll().where("uid", ">", after).orderBy("uid").limit(limit).execute();
  return { items, total: Number(total) };
}
