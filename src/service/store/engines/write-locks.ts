import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { isUid } from "../../../api";
import { frequentRow, frequentWrite } from "../frequent";
import type { Database } from "../schema";

/** The write lock that a transaction requires. */
export interface WriteLock {
  /** The uid of the root group of all resources that the transaction reads to decide or writes. */
  readonly root: string;
  /**
   * Whether the transaction only adds resources, which can run concurrently with other additions: keys ensure
   * uniqueness.
   */
  readonly adds?: boolean;
  /** Whether the added resources cannot affect anybody's permissions. */
  readonly grantsNothing?: boolean;
}

/** The slot that counts the writes that may affect permissions. A transaction takes it last. */
const GRANTS = -1;

/**
 * Takes the write lock of an organization, which consists of numbered slots (table `lanes`). A transaction that only
 * adds takes one slot; any other takes all of them and is alone with what it read: no child is added to a group that is
 * being deleted, and no two owners leave concurrently. Slots are rows that are updated, so that every engine detects
 * conflicts at any isolation level, and are always taken in the same order to prevent deadlocks.
 */
export async function takeWriteLock(
  tx: Database,
  { root, adds = false, grantsNothing = false }: WriteLock,
  lanes: number,
) {
  // There is no organization to lock.
  if (!isUid(root)) return;
  const lane = adds ? randomInt(lanes) : 0;
  if (!(await isTaken(tx, root, lane))) {
    if (!(await createSlots(tx, root, lanes))) return;
    await isTaken(tx, root, lane);
  }
  if (!adds && lanes > 1)
    await tx.updateTable("lanes").set({ turn: next }).where("root", "=", root).where("lane", ">", 0).execute();
  if (!adds || !grantsNothing) {
    await countGrants(tx, root, GRANTS, 1);
    counted.set(tx, root);
  } else counted.delete(tx);
  heldSlots.set(tx, lane);
}

/** Returns the slot that a transaction holds; the transaction's counts are stored under it. */
export const lockSlotOf = (tx: Database): number => heldSlots.get(tx) ?? 0;

/** Returns a number that increases with every write that may affect permissions in the organization. */
export async function grantsVersionOf(db: Database, root: string): Promise<number> {
  const row = await slotVersion(db, root, GRANTS);
  return Number(row?.turn ?? 0);
}

/** Returns the organization's grants version; in a transaction, the version before the transaction. */
export async function grantsVersionBefore(db: Database, root: string): Promise<number> {
  return (await grantsVersionOf(db, root)) - (counted.get(db) === root ? 1 : 0);
}

/** Returns a number that increases with every write to the organization. */
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

/** Increases the grants version of every organization, so that all access tokens are checked again. */
export async function raiseGrants(tx: Database): Promise<void> {
  await tx.updateTable("lanes").set({ turn: next }).where("lane", "=", GRANTS).execute();
}

const slotVersion = frequentRow((db, root: string, lane: number) =>
  db.selectFrom("lanes").select("turn").where("root", "=", root).where("lane", "=", lane),
);

const heldSlots = new WeakMap<Database, number>();
/** The organization whose grants version a transaction increased. */
const counted = new WeakMap<Database, string>();
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

/** Creates the slots of an organization on its first write. Returns false if the organization does not exist. */
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
