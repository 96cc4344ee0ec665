import type { Database } from "./database";

/** Returns the identity of a person; `subject` identifies the person at the identity provider. */
export async function find(db: Database, provider: string, subject: string): Promise<string | undefined> {
  const row = await db.query
    .selectFrom("people")
    .select("identity")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.identity;
}

/** Returns the uids of the identity providers with which the person of an identity logs in. */
export async function providersOf(db: Database, identity: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom("people")
    .select("provider")
    .distinct()
    .where("identity", "=", identity)
    .execute();
  return rows.map(({ provider }) => provider);
}

/** Returns the uids of up to `limit` identities whose people log in with an identity provider. */
export async function identitiesOf(db: Database, provider: string, limit: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom("people")
    .select("identity")
    .distinct()
    .where("provider", "=", provider)
    .limit(limit)
    .execute();
  return rows.map(({ identity }) => identity);
}

/** Stores a person's identity, replacing an earlier one. */
export async function set(db: Database, provider: string, subject: string, identity: string): Promise<void> {
  await db.query
    .insertInto("people")
    .values({ provider, subject, identity })
    .onConflict((conflict) => conflict.columns(["provider", "subject"]).doUpdateSet({ identity }))
    .execute();
}

/** The number of identities per statement. */
const BATCH = 500;

/** Unlinks identities from their people at an identity provider. */
export async function unlink(db: Database, provider: string, identities: readonly string[]): Promise<void> {
  for (let at = 0; at < identities.length; at += BATCH)
    await db.query
      .deleteFrom("people")
      .where("provider", "=", provider)
      .where("identity", "in", identities.slice(at, at + BATCH))
      .execute();
}

/** Unlinks an identity from its person, who gets another identity at the next login. */
export async function unlinkAll(db: Database, identity: string): Promise<void> {
  await db.query.deleteFrom("people").where("identity", "=", identity).execute();
}
