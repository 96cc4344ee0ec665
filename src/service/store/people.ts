import type { Database } from "./schema";

/** Which identity is a person's, by the identity provider and what it names them by: issuer and subject. */

export async function find(db: Database, provider: string, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("people")
    .select("identity")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.identity;
}

/** The uids of the identity providers that an identity's person logs in with. */
export async function providersOf(db: Database, identity: string): Promise<string[]> {
  const rows = await db.selectFrom("people").select("provider").distinct().where("identity", "=", identity).execute();
  return rows.map(({ provider }) => provider);
}

/** The uids of the identities whose people log in with an identity provider; at most `limit`. */
export async function identitiesOf(db: Database, provider: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("people")
    .select("identity")
    .distinct()
    .where("provider", "=", provider)
    .limit(limit)
    .execute();
  return rows.map(({ identity }) => identity);
}

/** Remembers a person's identity, in the place of one that is gone. */
export async function set(db: Database, provider: string, subject: string, identity: string): Promise<void> {
  await db
    .insertInto("people")
    .values({ provider, subject, identity })
    .onConflict((conflict) => conflict.columns(["provider", "subject"]).doUpdateSet({ identity }))
    .execute();
}

/** Identities that one statement names. */
const CHUNK = 500;

/** Forgets which people of an identity provider some identities are. */
export async function forgetOf(db: Database, provider: string, identities: readonly string[]): Promise<void> {
  for (let at = 0; at < identities.length; at += CHUNK)
    await db
      .deleteFrom("people")
      .where("provider", "=", provider)
      .where("identity", "in", identities.slice(at, at + CHUNK))
      .execute();
}

/** Forgets whose identity it is: who logs in then gets another. */
export async function forget(db: Database, identity: string): Promise<void> {
  await db.deleteFrom("people").where("identity", "=", identity).execute();
}
