import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { isUid } from "../../../api";
import { frequentRow, frequentWrite } from "../frequent";
import type { Database } from "../schema";

/** What a transaction does, as far as others must wait for it. */
export interface WriteLock {
  /** The root group of all that is read to decide and of all that is written. */
  readonly root: string;
  /** Whether it only adds resources, which goes together with other additions: what may stand once is a key. */
  readonly adds?: boolean;
  /** Whether what it adds changes nothing of what anybody may do. */
  readonly grantsNothing?: boolean;
}

/** Where it is counted how often anything changed that may bear on what anybody may do. The last that a turn takes. */
const GRANTS = -1;

/**
 * An organization has lanes. What adds to it takes one of them; what changes or removes takes all, and so is alone with
 * what it read: no child appears in a group that is being deleted, and no two owners leave at once. It is an update of a
 * row, not a lock, so that engines notice it whatever they make of an isolation level; and no lane is asked for by one
 * who holds a later one, so that nobody waits in a circle.
 */
export async function takeWriteLock(
  tx: Database,
  { root, adds = false, grantsNothing = false }: WriteLock,
  lanes: number,
) {
  // Under what is no uid there is nothing to wait for.
  if (!isUid(root)) return;
  const lane = adds ? randomInt(lanes) : 0;
  if (!(await isTaken(tx, root, lane))) {
    if (!(await createSlots(tx, root, lanes))) return;
    await isTaken(tx, root, lane);
  }
  if (!adds && lanes > 1)
    await tx.updateTable("lanes").set({ turn: next }).where("root", "=", root).where("lane", ">", 0).execute();
  if (!adds || !grantsNothing) await countGrants(tx, root, GRANTS, 1);
  heldSlots.set(tx, lane);
}

/** The lane that a transaction holds; what it counts is kept there. */
export const lockSlotOf = (tx: Database): number => heldSlots.get(tx) ?? 0;

/** A number that every write to an organization raises which may bear on what anybody may do. */
export async function grantsVersionOf(db: Database, root: string): Promise<number> {
  const row = await slotVersion(db, root, GRANTS);
  return Number(row?.turn ?? 0);
}

/** A number that every write to an organization raises. */
export async function versionOf(db: Database, root: string): Promise<number> {
  const row = await totalVersion(db, root);
  return Number(row?.version ?? 0);
}

const totalVersion = frequentRow((db, root: string) =>
  db
    .selectFrom("lanes")
    .select(({ fn }) => fn.sum("turn").as("version"))
    .where("root", "=", root),
);

/** Raises that number for every organization: access tokens everywhere are to be looked at again. */
export async function raiseGrants(tx: Database): Promise<void> {
  await tx.updateTable("lanes").set({ turn: next }).where("lane", "=", GRANTS).execute();
}

const slotVersion = frequentRow((db, root: string, lane: number) =>
  db.selectFrom("lanes").select("turn").where("root", "=", root).where("lane", "=", lane),
);

const heldSlots = new WeakMap<Database, number>();
const next = sql<number>`turn + 1`;

async function isTaken(tx: Database, root: string, lane: number): Promise<boolean> {
  return (await raiseSlot(tx, root, lane)) > 0;
}

const raiseSlot = frequentWrite((tx, root: string, lane: number) =>
  tx.updateTable("lanes").set({ turn: next }).where("root", "=", root).where("lane", "=", lane),
);

const countGrants = frequentWrite((tx, root: string, lane: number, turn: number) =>
  tx
    .insertInto("lanes")
    .values({ root, lane, turn })
    .onConflict((conflict) => conflict.columns(["root", "lane"]).doUpdateSet({ turn: sql`lanes.turn + 1` })),
);

/** Makes the lanes of an organization that nobody has written to since it was made. */
async function createSlots(tx: Database, root: string, lanes: number): Promise<boolean> {
  const group = await tx
    .selectFrom("resources")
    .select("uid")
    .where("type", "=", "Group")
    .where("uid", "=", root)
    .executeTakeFirst();
  if (!group) return false;
  await tx
    .insertInto("lanes")
    .values(Array.from({ length: lanes }, (_, lane) => ({ root, lane, turn: 0 })))
    .onConflict((conflict) => conflict.columns(["root", "lane"]).doNothing())
    .execute();
  return true;
}
