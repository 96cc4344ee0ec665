import { setTimeout as delay } from "node:timers/promises";
import { audit, openStore, type Store } from "../../store";
import type { ChainPosition, StoredAuditEvent } from "../../store/audit-event";
import type { ChainReport } from "./chain-report";
import { verifyAudit } from "./verify";

/** The polling interval with `follow`. */
const POLL_MS = 500;
/** Several nodes may write concurrently: an event can appear that is older than the newest one by up to this much. */
const OVERLAP_MS = 30_000;
const PAGE = 500;

export interface TrailOptions {
  /** The data directory. */
  readonly data: string;
  /** Only events at or after this time; RFC 3339, UTC, milliseconds. */
  readonly since?: string | undefined;
  /** Only events of this resource and its descendants. */
  readonly resource?: string | undefined;
  /** Continues with new events until aborted. */
  readonly follow?: AbortSignal | undefined;
}

/** Yields audit events, oldest first. Throws like `openStore`. */
export async function* auditTrail({ data, since, resource, follow }: TrailOptions): AsyncGenerator<StoredAuditEvent> {
  const store = await openStore(data, { mustExist: true });
  try {
    const recent = new Map<string, number>();
    let from = since;
    do {
      for await (const event of eventsFrom(store, { since: from, resource })) {
        if (recent.has(event.uid)) continue;
        yield event;
        const oldest = Date.parse(event.createTime) - OVERLAP_MS;
        recent.set(event.uid, Date.parse(event.createTime));
        for (const [id, time] of recent) if (time < oldest) recent.delete(id);
        const overlap = new Date(oldest).toISOString();
        from = since !== undefined && since > overlap ? since : overlap;
      }
    } while (await continues(follow));
  } finally {
    await store.close();
  }
}

async function* eventsFrom(
  { db }: Store,
  query: Pick<TrailOptions, "since" | "resource">,
): AsyncGenerator<StoredAuditEvent> {
  let page: readonly StoredAuditEvent[] = [];
  do {
    page = await audit.read(db, { ...query, after: page.at(-1), limit: PAGE });
    yield* page;
  } while (page.length === PAGE);
}

const continues = async (follow: AbortSignal | undefined): Promise<boolean> =>
  follow !== undefined && delay(POLL_MS, true, { signal: follow }).catch(() => false);

/** Verifies the chain of a store. Throws like `openStore`. */
export async function verifyAuditIn(data: string, expected?: ChainPosition): Promise<ChainReport> {
  const store = await openStore(data, { mustExist: true });
  try {
    return await verifyAudit(store.db, expected);
  } finally {
    await store.close();
  }
}
