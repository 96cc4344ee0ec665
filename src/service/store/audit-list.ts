import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { isRoot, rootOf } from "../../api";
import { atOrBelow, sealedEvent } from "./audit";
import type { StoredAuditEvent } from "./audit-event";
import type { Database } from "./database";
import type { Schema } from "./schema";
import type { Scope } from "./scope";
import type { Scopes } from "./scopes";

/** The filters of a List of sealed events. */
export interface AuditSelection {
  /** The parts of the resource tree whose events are listed. */
  readonly scopes: Scopes;
  /** RFC 3339, UTC, milliseconds. `startTime` is inclusive, `endTime` exclusive. */
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** The uid of a resource; matches its events and those of its descendants. */
  readonly resource?: string | undefined;
}

export interface AuditPage {
  readonly key: "uid" | "createTime";
  readonly descending: boolean;
  /** The time and uid of the event that the page follows. */
  readonly after?: readonly [time: string, uid: string] | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Returns one page of sealed events. */
export async function page(db: Database, selection: AuditSelection, part: AuditPage): Promise<StoredAuditEvent[]> {
  if (selection.scopes.size === 0) return [];
  const [direction, beyond] = part.descending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  let query = db.query.selectFrom("audit_events").select(["event", "hash"]).where(matching(selection));
  if (part.key === "createTime") query = query.orderBy("time", direction);
  query = query.orderBy("id", direction).limit(part.limit).offset(part.skip);
  if (part.after) {
    const [time, uid] = part.after;
    query =
      part.key === "uid"
        ? query.where("id", beyond, uid)
        : query.where(sql<SqlBool>`(time, id) ${sql.raw(beyond)} (${time}, ${uid})`);
  }
  return (await query.execute()).map(sealedEvent);
}

/** Returns the number of events on all pages. */
export async function count(db: Database, selection: AuditSelection): Promise<number> {
  if (selection.scopes.size === 0) return 0;
  const row = await db.query
    .selectFrom("audit_events")
    .select(({ fn }) => fn.countAll().as("total"))
    .where(matching(selection))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

function matching({ scopes, startTime, endTime, actor, action, resource }: AuditSelection): Expression<SqlBool> {
  const where = expressionBuilder<Schema, "audit_events">();
  return where.and([
    where.or(scopes.list.map(within)),
    ...(startTime === undefined ? [] : [where("time", ">=", startTime)]),
    ...(endTime === undefined ? [] : [where("time", "<", endTime)]),
    ...(actor === undefined ? [] : [where("actor", "=", actor)]),
    ...(action === undefined ? [] : [where("action", "=", action)]),
    ...(resource === undefined ? [] : [atOrBelow(sql.ref("resource"), resource)]),
  ]);
}

/** Returns a condition that an event's resource is in the scope. */
function within({ uid, self, below }: Scope): Expression<SqlBool> {
  const where = expressionBuilder<Schema, "audit_events">();
  const inOrganization = where("root", "=", rootOf(uid));
  if (isRoot(uid) && self && below === "all") return inOrganization;
  const itself = where("resource", "=", uid);
  if (below === "none") return where.and([inOrganization, itself]);
  const under = where.and([where("resource", ">", `${uid}/`), where("resource", "<", `${uid}0`)]);
  const reached = below === "all" ? under : where.and([under, where("resource", "not like", `${uid}/%/%`)]);
  return where.and([inOrganization, self ? where.or([itself, reached]) : reached]);
}
