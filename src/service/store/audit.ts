import { randomBytes } from "node:crypto";
import { frequentWrite } from "./frequent";
import type { Database } from "./schema";

/** What is known of one write: of one resource, by one request. */
export interface AuditEntry {
  /** RFC 3339, the service's time. */
  readonly time: string;
  /** The uid of the identity that wrote; `operator` for whoever holds the data itself, `service` for what it does of itself. */
  readonly caller: string;
  readonly action: "create" | "update" | "delete";
  /** The type's name: `RoleBinding`. */
  readonly type: string;
  readonly uid: string;
  /** The fields that were written, by their JSON names. */
  readonly mask: readonly string[];
  /** Their values after the write, of a deleted resource those before it; never secrets. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  /** All resources of the type directly below `uid` were deleted with it: so many. */
  readonly count?: number;
  /** The create had been done before: the request repeated its key, and nothing was written. */
  readonly replay?: true;
}

/** An entry with the place that it has in the trail. */
export type PlacedEntry = AuditEntry & { readonly id: string };

export interface AuditQuery {
  /** Entries of this time (RFC 3339, UTC, milliseconds) and later. */
  readonly since?: string | undefined;
  /** Only what was done to this resource, and to what is below it. */
  readonly resource?: string | undefined;
  /** The entry after which to go on. */
  readonly after?: Pick<PlacedEntry, "time" | "id"> | undefined;
  readonly limit: number;
}

let sequence = 0;

/** Orders the entries of one process within a millisecond; no two processes make the same. */
function newId(): string {
  sequence += 1;
  return `${sequence.toString(36).padStart(9, "0")}-${randomBytes(6).toString("hex")}`;
}

/** Adds an entry to the trail, in the transaction of what it tells of. */
export async function add(tx: Database, entry: AuditEntry): Promise<void> {
  const { time, uid } = entry;
  await insert(tx, time, newId(), uid, JSON.stringify(entry));
}

const insert = frequentWrite((tx, time: string, id: string, uid: string, entry: string) =>
  tx.insertInto("audit").values({ time, id, uid, entry }),
);

/** Reads the trail, oldest first. */
export async function read(db: Database, { since, resource, after, limit }: AuditQuery): Promise<PlacedEntry[]> {
  let query = db.selectFrom("audit").select(["id", "entry"]).orderBy("time").orderBy("id").limit(limit);
  if (since !== undefined) query = query.where("time", ">=", since);
  if (resource !== undefined)
    query = query.where((where) =>
      // "0" is the character after "/": between them lies everything below.
      where.or([
        where("uid", "=", resource),
        where.and([where("uid", ">", `${resource}/`), where("uid", "<", `${resource}0`)]),
      ]),
    );
  if (after)
    query = query.where((where) =>
      where.or([
        where("time", ">", after.time),
        where.and([where("time", "=", after.time), where("id", ">", after.id)]),
      ]),
    );
  const rows = await query.execute();
  return rows.map(({ id, entry }) => ({ id, ...(JSON.parse(entry) as AuditEntry) }));
}
