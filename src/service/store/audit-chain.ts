import { hash as digest } from "node:crypto";
import { sql } from "kysely";
import { rootOf } from "../../api";
import { type AuditEvent, type ChainPosition, parseAuditEvent } from "./audit-event";
import type { Database, Transaction } from "./database";
import type { Schema } from "./schema";

/**
 * The chain of sealed audit events. Each event has a sequence number, without gaps, and a hash that covers the previous
 * event's hash. Writers do not compete for positions in the chain: a background job moves their events here, on one
 * node at a time.
 */

export type ChainRow = Schema["audit_events"];

/** The previous hash of the first event in the chain. */
export const FIRST_HASH = "0".repeat(64);

/**
 * Returns the hash of an event: SHA-256, in hexadecimal, of the previous hash, a line feed and the event's stored JSON.
 */
export const hashAfter = (previous: string, event: string): string => digest("sha256", `${previous}\n${event}`, "hex");

/** The positions recorded in the table `audit_chain`: the last event, and the last event that retention deleted. */
export type RecordedPosition = "head" | "anchor";

/** Thrown when the recorded positions do not match the events, which means that the database was altered. */
export class ChainDamage extends Error {
  override readonly name = "ChainDamage";

  constructor(
    readonly position: RecordedPosition,
    problem: string,
  ) {
    super(problem);
  }
}

const unrecorded = (name: RecordedPosition) => new ChainDamage(name, `the table audit_chain has no row "${name}"`);

/** The number of events sealed in one transaction. */
const BATCH = 500;

/**
 * Seals the oldest unsealed events and returns their number. Concurrent calls on several nodes run one after the other.
 */
export async function sealBatch(tx: Transaction): Promise<number> {
  const head = await lockHead(tx);
  const rows = await tx.query.selectFrom("audit").selectAll().orderBy("time").orderBy("id").limit(BATCH).execute();
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return 0;
  let { sequence, hash } = head;
  const sealed = rows.map(({ id, entry }): ChainRow => {
    sequence += 1;
    const event = parseAuditEvent(entry);
    const text = JSON.stringify({ uid: id, sequence, ...event });
    hash = hashAfter(hash, text);
    return { ...indexOf(id, event), sequence, event: text, hash };
  });
  await tx.query.insertInto("audit_events").values(sealed).execute();
  await tx.query
    .deleteFrom("audit")
    .where("time", ">=", first.time)
    .where("time", "<=", last.time)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  await tx.query.updateTable("audit_chain").set({ sequence, hash }).where("name", "=", "head").execute();
  return rows.length;
}

/**
 * Locks the head with an update that changes nothing, because in every engine concurrent updates of a row wait or fail.
 */
async function lockHead(tx: Transaction): Promise<ChainPosition> {
  return tx.query
    .updateTable("audit_chain")
    .set({ sequence: sql<number>`sequence` })
    .where("name", "=", "head")
    .returning(["sequence", "hash"])
    .executeTakeFirstOrThrow(() => unrecorded("head"));
}

/** Returns the values of an event that are stored in columns. */
export function indexOf(id: string, event: AuditEvent): Omit<ChainRow, "sequence" | "event" | "hash"> {
  const { resource = "", createTime, actor, action } = event;
  return { time: createTime, id, root: rootOf(resource), resource, actor, action };
}

/** Returns whether there are events to seal. */
export async function hasPending(db: Database): Promise<boolean> {
  return (await db.query.selectFrom("audit").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Returns a recorded position. Throws ChainDamage if it is missing. */
export function positionOf(db: Database, name: RecordedPosition): Promise<ChainPosition> {
  return db.query
    .selectFrom("audit_chain")
    .select(["sequence", "hash"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow(() => unrecorded(name));
}

/** Returns the last event in the chain, recorded or not. */
export function lastEvent(db: Database): Promise<ChainPosition | undefined> {
  return db.query
    .selectFrom("audit_events")
    .select(["sequence", "hash"])
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Compares both ends of the chain with their recorded positions, in a few reads. Throws ChainDamage if an end was cut
 * off or events follow the head. The order of the reads allows events to be sealed or deleted concurrently.
 */
export async function checkEnds(db: Database): Promise<void> {
  const last = await lastEvent(db);
  const head = await positionOf(db, "head");
  if (last && last.sequence > head.sequence)
    throw new ChainDamage("head", `there are events after the recorded head ${head.sequence}`);
  const anchor = await positionOf(db, "anchor");
  const first = (await rowsAfter(db, anchor.sequence, 1))[0]?.sequence;
  const isPruned = (await positionOf(db, "anchor")).sequence !== anchor.sequence;
  if (isPruned || head.sequence <= anchor.sequence) return;
  if (first !== anchor.sequence + 1)
    throw new ChainDamage("anchor", `event ${anchor.sequence + 1}, the first of the chain, is missing`);
  if ((await hashAt(db, head.sequence)) !== head.hash)
    throw new ChainDamage("head", `event ${head.sequence}, the recorded head, is missing or altered`);
}

/** Returns the sealed events after a sequence number, in order. */
export function rowsAfter(db: Database, sequence: number, limit: number): Promise<ChainRow[]> {
  return db.query
    .selectFrom("audit_events")
    .selectAll()
    .where("sequence", ">", sequence)
    .orderBy("sequence")
    .limit(limit)
    .execute();
}

/** Returns the hash of the event with this sequence number. */
export async function hashAt(db: Database, sequence: number): Promise<string | undefined> {
  const row = await db.query
    .selectFrom("audit_events")
    .select("hash")
    .where("sequence", "=", sequence)
    .executeTakeFirst();
  return row?.hash;
}

/** Returns the last event of the unbroken run of events, at the start of the chain, that are older than `time`. */
export async function lastBefore(db: Database, time: string): Promise<ChainPosition | undefined> {
  const kept = await db.query
    .selectFrom("audit_events")
    .select("sequence")
    .where("time", ">=", time)
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst();
  let query = db.query.selectFrom("audit_events").select(["sequence", "hash"]).orderBy("sequence", "desc").limit(1);
  if (kept) query = query.where("sequence", "<", kept.sequence);
  return query.executeTakeFirst();
}

/**
 * Deletes a batch of events at the start of the chain, up to `through`, and moves the anchor there. Returns the anchor.
 */
export async function pruneBatch(tx: Transaction, through: ChainPosition): Promise<ChainPosition> {
  await lockHead(tx);
  const anchor = await positionOf(tx, "anchor");
  if (anchor.sequence >= through.sequence) return anchor;
  const sequence = Math.min(through.sequence, anchor.sequence + BATCH);
  const hash = await hashAt(tx, sequence);
  if (hash === undefined) return through;
  await tx.query.deleteFrom("audit_events").where("sequence", "<=", sequence).execute();
  await tx.query.updateTable("audit_chain").set({ sequence, hash }).where("name", "=", "anchor").execute();
  return { sequence, hash };
}
