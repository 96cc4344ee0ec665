import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { isUid } from "../../api";
import { type Database, type HeldWriteLock, Transaction } from "./database";
import { preparedRow, preparedWrite } from "./prepared-queries";

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
 * Takes the write lock of an organization, which consists of numbered slots. A transaction that only adds takes one
 * slot; any other takes all of them and has exclusive access to what it read: no child is added to a group that is
 * being deleted, and no two owners leave concurrently. Slots are rows that are updated, so that every engine detects
 * conflicts at any isolation level, and are always taken in the same order to prevent deadlocks. Undefined if there is
 * no organization to lock.
 */
export async function takeWriteLock(
  db: Database,
  { root, adds = false, grantsNothing = false }: WriteLock,
  slots: number,
): Promise<HeldWriteLock | undefined> {
  if (!isUid(root)) return undefined;
  const slot = adds ? randomInt(slots) : 0;
  if ((await incrementSlot(db, root, slot)) === 0) {
    if (!(await createSlots(db, root, slots))) return undefined;
    await incrementSlot(db, root, slot);
  }
  if (!adds && slots > 1)
    await db.query
      .updateTable("write_lock_slots")
      .set({ version: sql`version + 1` })
      .where("root", "=", root)
      .where("slot", ">", 0)
      .execute();
  if (adds && grantsNothing) return { slot, grantsIncreasedIn: undefined };
  await incrementGrants(db, root, GRANTS, 1);
  return { slot, grantsIncreasedIn: root };
}

const incrementSlot = preparedWrite((db, root: string, slot: number) =>
  db.query
    .updateTable("write_lock_slots")
    .set({ version: sql`version + 1` })
    .where("root", "=", root)
    .where("slot", "=", slot),
);

const incrementGrants = preparedWrite((db, root: string, slot: number, version: number) =>
  db.query
    .insertInto("write_lock_slots")
    .values({ root, slot, version })
    .onConflict((conflict) =>
      conflict.columns(["root", "slot"]).doUpdateSet({ version: sql`write_lock_slots.version + 1` }),
    ),
);

/** Creates the slots of an organization on its first write. Returns false if the organization does not exist. */
async function createSlots(db: Database, root: string, slots: number): Promise<boolean> {
  const group = await db.query
    .selectFrom("resources")
    .select("uid")
    .where("type", "=", "Group")
    .where("uid", "=", root)
    .executeTakeFirst();
  if (!group) return false;
  await db.query
    .insertInto("write_lock_slots")
    .values(Array.from({ length: slots }, (_, slot) => ({ root, slot, version: 0 })))
    .onConflict((conflict) => conflict.columns(["root", "slot"]).doNothing())
    .execute();
  return true;
}

/** Increases the grants version of every organization, so that all access tokens are checked again. */
export async function incrementAllGrants(tx: Transaction): Promise<void> {
  await tx.query
    .updateTable("write_lock_slots")
    .set({ version: sql`version + 1` })
    .where("slot", "=", GRANTS)
    .execute();
}

/** Returns a number that increases with every write that may affect permissions in the organization. */
export async function grantsVersionOf(db: Database, root: string): Promise<number> {
  const row = await versionOfSlot(db, root, GRANTS);
  return Number(row?.version ?? 0);
}

/** Returns the organization's grants version; in a transaction, the version before the transaction. */
export async function grantsVersionBefore(db: Database, root: string): Promise<number> {
  const isIncreased = db instanceof Transaction && db.writeLock?.grantsIncreasedIn === root;
  return (await grantsVersionOf(db, root)) - (isIncreased ? 1 : 0);
}

const versionOfSlot = preparedRow((db, root: string, slot: number) =>
  db.query.selectFrom("write_lock_slots").select("version").where("root", "=", root).where("slot", "=", slot),
);

/** Returns a number that increases with every write to the organization. */
export async function versionOf(db: Database, root: string): Promise<number> {
  const row = await sumOfVersions(db, root);
  return Number(row?.version ?? 0);
}

const sumOfVersions = preparedRow((db, root: string) =>
  db.query
    .selectFrom("write_lock_slots")
    .select(({ fn }) => fn.sum("version").as("version"))
    .where("root", "=", root),
);
