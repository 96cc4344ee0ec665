import type { ChainPosition } from "./audit-chain";
import type { Database } from "./schema";

/** How far each audit sink has written the chain. Every node sees it, since every node deletes old events. */

export interface SinkPosition extends ChainPosition {
  readonly name: string;
}

/** The position of a sink; undefined for one that never ran. */
export function get(db: Database, name: string): Promise<SinkPosition | undefined> {
  return db.selectFrom("audit_sinks").select(["name", "sequence", "hash"]).where("name", "=", name).executeTakeFirst();
}

/** Stores that a sink runs, and its position. */
export async function set(db: Database, { name, sequence, hash }: SinkPosition, time: string): Promise<void> {
  await db
    .insertInto("audit_sinks")
    .values({ name, sequence, hash, time })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ sequence, hash, time }))
    .execute();
}

/** Gives the position of a sink another name, if there is one. */
export async function rename(db: Database, name: string, to: string): Promise<void> {
  await db.updateTable("audit_sinks").set({ name: to }).where("name", "=", name).execute();
}

/** The sinks that have not written a sequence, those that are furthest behind first. */
export function behind(db: Database, sequence: number): Promise<SinkPosition[]> {
  return db
    .selectFrom("audit_sinks")
    .select(["name", "sequence", "hash"])
    .where("sequence", "<", sequence)
    .orderBy("sequence")
    .execute();
}

/** Forgets the sinks that last ran before a time (RFC 3339). Returns them. */
export function forget(db: Database, before: string): Promise<SinkPosition[]> {
  return db.deleteFrom("audit_sinks").where("time", "<", before).returning(["name", "sequence", "hash"]).execute();
}
