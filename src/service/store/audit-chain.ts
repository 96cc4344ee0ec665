import { sql } from "kysely";
import { rootOf } from "../../api";
import { type AuditEvent, parseAuditEvent } from "./audit-event";
import { hashAfter } from "./audit-hash";
import type { Database, Schema } from "./schema";

/**
 * The chain of sealed audit events: each has a sequence, without gaps, and the hash of the one before it. Writers do not
 * wait for each other to take a place in it: a background job moves their events here, one node at a time.
 */

/** A place in the chain. */
export interface ChainPosition {
  /** 0 before the first event. */
  readonly sequence: number;
  readonly hash: string;
}

export type ChainRow = Schema["audit_events"];

/** The two positions that `audit_chain` records: the last event, and the last that retention deleted. */
export type RecordedPosition = "head" | "anchor";

/** What is recorded of the chain does not fit its events: somebody changed the database. */
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

/** Events that are sealed in one transaction. */
const BATCH = 500;

/** Seals the oldest of the events that are not sealed yet: how many. Nodes that do so at once wait for each other. */
export async function sealBatch(tx: Database): Promise<number> {
  const head = await lockHead(tx);
  const rows = await tx.selectFrom("audit").selectAll().orderBy("time").orderBy("id").limit(BATCH).execute();
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
  await tx.insertInto("audit_events").values(sealed).execute();
  await tx
    .deleteFrom("audit")
    .where("time", ">=", first.time)
    .where("time", "<=", last.time)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  await tx.updateTable("audit_chain").set({ sequence, hash }).where("name", "=", "head").execute();
  return rows.length;
}

/** An update that changes nothing, since every engine has others wait for it or fail. */
async function lockHead(tx: Database): Promise<ChainPosition> {
  return tx
    .updateTable("audit_chain")
    .set({ sequence: sql<number>`sequence` })
    .where("name", "=", "head")
    .returning(["sequence", "hash"])
    .executeTakeFirstOrThrow(() => unrecorded("head"));
}

/** What of an event stands in columns. */
export function indexOf(id: string, event: AuditEvent): Omit<ChainRow, "sequence" | "event" | "hash"> {
  const { resource = "", createTime, actor, action } = event;
  return { time: createTime, id, root: rootOf(resource), resource, actor, action };
}

/** Whether there are events to seal. */
export async function hasPending(db: Database): Promise<boolean> {
  return (await db.selectFrom("audit").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** A recorded position. Throws ChainDamage if it is not recorded. */
export function positionOf(db: Database, name: RecordedPosition): Promise<ChainPosition> {
  return db
    .selectFrom("audit_chain")
    .select(["sequence", "hash"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow(() => unrecorded(name));
}

/** The last event that there is, recorded or not. */
export function lastEvent(db: Database): Promise<ChainPosition | undefined> {
  return db
    .selectFrom("audit_events")
    .select(["sequence", "hash"])
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Compares the ends of the chain with what is recorded of them, in a few reads. Throws ChainDamage where an end was cut
 * off, or events follow the head. In the order of these reads, events that are sealed or deleted meanwhile do no harm.
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

/** Sealed events after a sequence, in order. */
export function rowsAfter(db: Database, sequence: number, limit: number): Promise<ChainRow[]> {
  return db
    .selectFrom("audit_events")
    .selectAll()
    .where("sequence", ">", sequence)
    .orderBy("sequence")
    .limit(limit)
    .execute();
}

/** The hash of the event with a sequence. */
export async function hashAt(db: Database, sequence: number): Promise<string | undefined> {
  const row = await db.selectFrom("audit_events").select("hash").where("sequence", "=", sequence).executeTakeFirst();
  return row?.hash;
}

/** The last event of the unbroken run, at the chain's beginning, of events from before a time. */
export async function lastBefore(db: Database, time: string): Promise<ChainPosition | undefined> {
  const kept = await db
    .selectFrom("audit_events")
    .select("sequence")
    .where("time", ">=", time)
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst();
  let query = db.selectFrom("audit_events").select(["sequence", "hash"]).orderBy("sequence", "desc").limit(1);
  if (kept) query = query.where("sequence", "<", kept.sequence);
  return query.executeTakeFirst();
}

/** Deletes so many events of the chain's beginning, up to a position, and moves the anchor there. Returns the anchor. */
export async function pruneBatch(tx: Database, through: ChainPosition): Promise<ChainPosition> {
  await lockHead(tx);
  const anchor = await positionOf(tx, "anchor");
  if (anchor.sequence >= through.sequence) return anchor;
  const sequence = Math.min(through.sequence, anchor.sequence + BATCH);
  const hash = await hashAt(tx, sequence);
  if (hash === undefined) return through;
  await tx.deleteFrom("audit_events").where("sequence", "<=", sequence).execute();
  await tx.updateTable("audit_chain").set({ sequence, hash }).where("name", "=", "anchor").execute();
  return { sequence, hash };
}
