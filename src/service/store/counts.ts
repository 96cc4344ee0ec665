import { sql } from "kysely";
import { parentOf, selfAndAncestors } from "../../api";
import type { Database, Transaction } from "./database";
import { countNameBounds, kindsOf } from "./kinds";
import { preparedRow, preparedWrite } from "./prepared-queries";
import type { Scope } from "./scope";
import type { Scopes } from "./scopes";
import { isOneOf, parameterOf } from "./text-lists";

/**
 * The number of resources below each uid, maintained on writes: counting a subtree of a million rows takes longer than
 * the rest of a List request. Each insert or delete updates the counts of all ancestors in the same transaction. A
 * single count for an organization's root would serialize all writers, so each lock slot has its own counts.
 */
export async function add(tx: Transaction, types: readonly string[], uid: string, change: 1 | -1): Promise<void> {
  const parent = parentOf(uid);
  if (parent !== undefined && types.length > 0) await addBelow(tx, types, parent, change);
}

/** Changes the counts of a parent and its ancestors by a number of resources directly below the parent. */
async function addBelow(tx: Transaction, types: readonly string[], parent: string, change: number): Promise<void> {
  const slot = tx.writeLock?.slot ?? 0;
  const rows = selfAndAncestors(parent).flatMap((above) =>
    types.map((type) => [above, type, slot, above === parent ? change : 0, change] as const),
  );
  await incrementStatement(rows.length)(tx, ...rows.flat());
}

/**
 * Removes the resources of a type directly below a parent, of all kinds, from the counts; `removed` is their number.
 */
export async function removeBelow(tx: Transaction, type: string, parent: string, removed: number): Promise<void> {
  await addBelow(tx, [type], parent, -removed);
  for (const { type: kind, direct } of await countsOfKinds(tx, type, [parent]))
    if (Number(direct) !== 0) await addBelow(tx, [kind], parent, -Number(direct));
}

/**
 * Returns the statement for this number of rows, each with a uid, type, slot, direct and below. Groups nest at most 32
 * deep.
 */
function incrementStatement(rows: number) {
  const cached = incrementStatements.get(rows);
  if (cached) return cached;
  const statement = preparedWrite((db, ...values: (string | number)[]) =>
    db.query
      .insertInto("counts")
      .values(
        Array.from({ length: rows }, (_, row) => {
          // Five values for each row, in this order.
          const [uid, type, slot, direct, below] = values.slice(row * 5) as [string, string, number, number, number];
          return { uid, type, slot, direct, below };
        }),
      )
      .onConflict((conflict) =>
        conflict.columns(["uid", "type", "slot"]).doUpdateSet({
          direct: sql`counts.direct + excluded.direct`,
          below: sql`counts.below + excluded.below`,
        }),
      ),
  );
  incrementStatements.set(rows, statement);
  return statement;
}

const incrementStatements = new Map<number, (db: Database, ...values: (string | number)[]) => Promise<number>>();

/** Deletes the counts below a deleted resource. */
export async function removeAll(db: Database, uid: string): Promise<void> {
  await db.query.deleteFrom("counts").where("uid", "=", uid).execute();
}

/** Returns the number of resources of a type in disjoint scopes. */
export async function countWithin(db: Database, type: string, { list }: Scopes): Promise<number> {
  const [first, ...others] = list;
  if (first && others.length === 0) return countWithinOne(db, type, first);
  const parents = list.filter(({ below }) => below !== "none").map(({ uid }) => uid);
  const themselves = list.filter(({ self }) => self).map(({ uid }) => uid);
  const [counted, found] = await Promise.all([
    parents.length === 0
      ? []
      : db.query
          .selectFrom("counts")
          .select(({ fn }) => ["uid", fn.sum("direct").as("direct"), fn.sum("below").as("below")])
          .where("type", "=", type)
          .where(isOneOf(db, "uid", parameterOf(db, parents)))
          .groupBy("uid")
          .execute(),
    themselves.length === 0
      ? []
      : db.query
          .selectFrom("resources")
          .select("uid")
          .where("type", "=", type)
          .where(isOneOf(db, "uid", parameterOf(db, themselves)))
          .execute(),
  ]);
  const byUid = new Map(counted.map((each) => [each.uid, each]));
  const countBelow = ({ uid, below }: Scope) =>
    below === "none" ? 0 : Number(byUid.get(uid)?.[below === "all" ? "below" : "direct"] ?? 0);
  return found.length + list.reduce((sum, scope) => sum + countBelow(scope), 0);
}

/** Returns the number of resources of a type that are strictly within disjoint scopes and have one of the kinds. */
export async function countOfKinds(
  db: Database,
  type: string,
  scopes: Scopes,
  kinds: readonly string[],
): Promise<number> {
  const reach = new Map(scopes.list.flatMap(({ uid, below }) => (below === "none" ? [] : [[uid, below] as const])));
  if (reach.size === 0) return 0;
  return (await countsOfKinds(db, type, [...reach.keys()]))
    .filter((each) => kindsOf(each.type).some((kind) => kinds.includes(kind)))
    .reduce((sum, each) => sum + Number(reach.get(each.uid) === "all" ? each.below : each.direct), 0);
}

function countsOfKinds(db: Database, type: string, uids: readonly string[]) {
  const [above, below] = countNameBounds(type);
  return db.query
    .selectFrom("counts")
    .select(({ fn }) => ["uid", "type", fn.sum("direct").as("direct"), fn.sum("below").as("below")])
    .where(isOneOf(db, "uid", parameterOf(db, uids)))
    .where("type", ">", above)
    .where("type", "<", below)
    .groupBy(["uid", "type"])
    .execute();
}

async function countWithinOne(db: Database, type: string, { uid, self, below }: Scope): Promise<number> {
  const [counted, found] = await Promise.all([
    below === "none" ? undefined : countsOf(db, type, uid),
    self ? existing(db, type, uid) : undefined,
  ]);
  return Number(counted?.[below === "all" ? "below" : "direct"] ?? 0) + (found ? 1 : 0);
}

/** Returns whether all resources of the type below a uid are directly below it. */
export async function areAllDirect(db: Database, type: string, uid: string): Promise<boolean> {
  const counted = await countsOf(db, type, uid);
  return Number(counted?.direct ?? 0) === Number(counted?.below ?? 0);
}

const countsOf = preparedRow((db, type: string, uid: string) =>
  db.query
    .selectFrom("counts")
    .select(({ fn }) => [fn.sum("direct").as("direct"), fn.sum("below").as("below")])
    .where("type", "=", type)
    .where("uid", "=", uid),
);

const existing = preparedRow((db, type: string, uid: string) =>
  db.query.selectFrom("resources").select("uid").where("type", "=", type).where("uid", "=", uid),
);
