import { randomBytes } from "node:crypto";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { type AuditAction, type AuditEvent, parseAuditEvent, type StoredAuditEvent } from "./audit-event";
import { boundedAuditEvent } from "./bounded-audit-event";
import type { Database, Transaction } from "./database";
import { preparedWrite } from "./prepared-queries";
import type { Schema } from "./schema";
import type { Store } from "./store";

/** Writes unsealed audit events, and reads sealed and unsealed events together. */

export interface AuditQuery {
  /** Only events at or after this time (RFC 3339, UTC, milliseconds). */
  readonly since?: string | undefined;
  /** Only events of this resource and its descendants. */
  readonly resource?: string | undefined;
  /** The event that the results follow. */
  readonly after?: Pick<StoredAuditEvent, "createTime" | "uid"> | undefined;
  readonly limit: number;
}

let sequence = 0;

/** Orders the events of one process within a millisecond, and is unique across processes. */
function newId(): string {
  sequence += 1;
  return `${sequence.toString(36).padStart(9, "0")}-${randomBytes(6).toString("hex")}`;
}

/** Adds an event, in the transaction of the audited write. */
export async function add(tx: Transaction, event: AuditEvent): Promise<void> {
  const bounded = boundedAuditEvent(event);
  await insert(tx, bounded.createTime, newId(), bounded.resource ?? "", JSON.stringify(bounded));
}

const insert = preparedWrite((tx, time: string, id: string, uid: string, entry: string) =>
  tx.query.insertInto("audit").values({ time, id, uid, entry }),
);

/** Rows per statement: SQLite allows 32,766 parameters, PostgreSQL twice as many. */
const ROWS = 500;

/** Adds several events in a transaction of their own. */
export async function addAll({ transaction }: Store, events: readonly AuditEvent[]): Promise<void> {
  await transaction(async (tx) => {
    for (let at = 0; at < events.length; at += ROWS) await addRows(tx, events.slice(at, at + ROWS));
  });
}

async function addRows(tx: Transaction, events: readonly AuditEvent[]): Promise<void> {
  await tx.query.insertInto("audit").values(events.map(auditRow)).execute();
}

/** Returns the row of an unsealed event. */
export const auditRow = (event: AuditEvent): Schema["audit"] => {
  const bounded = boundedAuditEvent(event);
  return { time: bounded.createTime, id: newId(), uid: bounded.resource ?? "", entry: JSON.stringify(bounded) };
};

/** Returns the number of unsealed events. */
export async function countPending(db: Database): Promise<number> {
  const row = await db.query
    .selectFrom("audit")
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Returns the unsealed events of an action. */
export async function pendingOf(db: Database, action: AuditAction): Promise<AuditEvent[]> {
  const rows = await db.query.selectFrom("audit").select("entry").where("entry", "like", `%"${action}"%`).execute();
  return rows.map(({ entry }) => parseAuditEvent(entry)).filter((event) => event.action === action);
}

/** Reads sealed and unsealed events, oldest first. */
export async function read(db: Database, { limit, ...query }: AuditQuery): Promise<StoredAuditEvent[]> {
  // Unsealed events first: an event sealed between the two statements is then found twice rather than not at all.
  const pending = await pendingEvents(db, query, limit);
  const sealed = await sealedEvents(db, query, limit);
  const byId = new Map([...pending, ...sealed].map((event) => [event.uid, event]));
  return [...byId.values()].sort(inOrder).slice(0, limit);
}

const inOrder = (one: StoredAuditEvent, other: StoredAuditEvent): number =>
  compare(one.createTime, other.createTime) || compare(one.uid, other.uid);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Conditions = Omit<AuditQuery, "limit">;

async function pendingEvents(db: Database, query: Conditions, limit: number): Promise<StoredAuditEvent[]> {
  const rows = await db.query
    .selectFrom("audit")
    .select(["id", "entry"])
    .where(matching("uid", query))
    .orderBy("time")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, entry }) => ({ uid: id, ...parseAuditEvent(entry) }));
}

async function sealedEvents(db: Database, query: Conditions, limit: number): Promise<StoredAuditEvent[]> {
  const rows = await db.query
    .selectFrom("audit_events")
    .select(["event", "hash"])
    .where(matching("resource", query))
    .orderBy("time")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(sealedEvent);
}

/** Returns a sealed event as it appears in the API. */
export const sealedEvent = ({ event, hash }: { readonly event: string; readonly hash: string }): StoredAuditEvent => ({
  ...(JSON.parse(event) as StoredAuditEvent),
  hash,
});

function matching(column: "uid" | "resource", { since, resource, after }: Conditions): Expression<SqlBool> {
  const where = expressionBuilder<Schema, "audit" | "audit_events">();
  const [time, id] = [sql.ref<string>("time"), sql.ref<string>("id")];
  const conditions: Expression<SqlBool>[] = [];
  if (since !== undefined) conditions.push(where(time, ">=", since));
  if (resource !== undefined) conditions.push(atOrBelow(sql.ref<string>(column), resource));
  if (after) conditions.push(sql<SqlBool>`(${time}, ${id}) > (${after.createTime}, ${after.uid})`);
  return where.and(conditions);
}

/** Returns a condition that a column contains `uid` or the uid of a descendant. "0" is the character after "/". */
export function atOrBelow(column: Expression<string>, uid: string): Expression<SqlBool> {
  const where = expressionBuilder<Schema, "audit_events">();
  return where.or([where(column, "=", uid), where.and([where(column, ">", `${uid}/`), where(column, "<", `${uid}0`)])]);
}
