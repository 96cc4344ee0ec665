import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Bytewise } from "../schema";
import type { Schema } from "./earlier-schema";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The lifetimes of logins before sessions existed: unused, and in total. */
const IDLE_MS = 7 * DAY_MS;
const MAX_MS = 30 * DAY_MS;

/** Creates sessions for active logins, so that they are listed and expire like all others. */
export const createSessions =
  (text: Bytewise) =>
  async (db: Kysely<unknown>): Promise<void> => {
    let table = db.schema
      .createTable("sessions")
      .ifNotExists()
      .addColumn("uid", text, (column) => column.primaryKey());
    for (const name of [
      "identity",
      "provider",
      "issuer",
      "client_id",
      "create_time",
      "last_used_time",
      "expires",
      "ends",
    ])
      table = table.addColumn(name, text, (column) => column.notNull());
    await table
      .addColumn("generation", "integer", (column) => column.notNull())
      .addColumn("upstream", "text", (column) => column.notNull())
      .execute();
    for (const column of ["identity", "provider", "expires"])
      await db.schema.createIndex(`sessions_by_${column}`).ifNotExists().on("sessions").columns([column]).execute();
    await addExisting(db as Kysely<Schema>);
  };

interface Login {
  readonly identityUid: string;
  readonly provider: string;
  readonly generation?: number;
  /** Milliseconds since the Unix epoch. */
  readonly until: number;
}

async function addExisting(tx: Kysely<Schema>): Promise<void> {
  const tokens = await tx
    .selectFrom("refresh_tokens")
    .select(["family", "data", "expires"])
    .where("used", "=", 0)
    .execute();
  for (const { family, data, expires } of tokens) {
    const { identityUid, provider, generation = 0, until } = JSON.parse(data) as Login;
    const found = await tx
      .selectFrom("resources")
      .select("data")
      .where("type", "=", "IdentityProvider")
      .where("uid", "=", provider)
      .executeTakeFirst();
    if (!found) continue;
    const { oidc } = JSON.parse(found.data) as {
      readonly oidc: { readonly issuer: string; readonly clientId: string };
    };
    const uid = `${identityUid}/${randomBytes(8).toString("hex")}`;
    const at = (milliseconds: number) => new Date(milliseconds).toISOString();
    await tx
      .insertInto("sessions")
      .values({
        uid,
        identity: identityUid,
        generation,
        provider,
        issuer: oidc.issuer,
        client_id: oidc.clientId,
        create_time: at(until - MAX_MS),
        last_used_time: at(Math.min(Date.parse(expires), until) - (Date.parse(expires) < until ? IDLE_MS : MAX_MS)),
        expires,
        ends: at(until),
        upstream: "",
      })
      .execute();
    await tx.updateTable("refresh_tokens").set({ family: uid }).where("family", "=", family).execute();
  }
}
