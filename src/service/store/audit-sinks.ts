import type { ChainPosition } from "./audit-event";
import type { Database } from "./database";

/**
 * The last event that each audit sink has written. It is stored in the database because every node deletes old events.
 */

export interface SinkPosition extends ChainPosition {
  readonly name: string;
}

/** Returns the position of a sink; undefined if it never ran. */
export function get(db: Database, name: string): Promise<SinkPosition | undefined> {
  return db.query
    .selectFrom("audit_sinks")
    .select(["name", "sequence", "hash"])
    .where("name", "=", name)
    .executeTakeFirst();
}

/** Stores a sink's position and heartbeat. */
export async function set(db: Database, { name, sequence, hash }: SinkPosition, time: string): Promise<void> {
  await db.query
    .insertInto("audit_sinks")
    .values({ name, sequence, hash, time })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ sequence, hash, time }))
    .execute();
}

/** Renames the position of a sink, if there is one. */
export async function rename(db: Database, name: string, to: string): Promise<void> {
  await db.query.updateTable("audit_sinks").set({ name: to }).where("name", "=", name).execute();
}

/** Returns the sinks that have not written the event with this sequence number, the furthest behind first. */
export function behind(db: Database, sequence: number): Promise<SinkPosition[]> {
  return db.query
    .selectFrom("audit_sinks")
    .select(["name", "sequence", "hash"])
    .where("sequence", "<", sequence)
    .orderBy("sequence")
    .execute();
}

/** Deletes and returns the positions of sinks that last ran before a time (RFC 3339). */
export function removeInactive(db: Database, before: string): Promise<SinkPosition[]> {
  return db.query
    .deleteFrom("audit_sinks")
    .where("time", "<", before)
    .returning(["name", "sequence", "hash"])
    .execute();
}
