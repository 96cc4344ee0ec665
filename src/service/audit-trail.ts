import { setTimeout as delay } from "node:timers/promises";
import { type AuditEntry, aged, audit, openStore, type PlacedEntry, type Store } from "./store";
import { repeatedly } from "./upkeep";

/** How often a trail that is followed is looked at. */
const POLL_MS = 500;
/** Several nodes may write at once: an entry can appear that is older than the newest by no more than this. */
const OVERLAP_MS = 30_000;
const PAGE = 500;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface TrailOptions {
  /** The directory that holds the data. */
  readonly data: string;
  /** Entries of this time and later; RFC 3339, UTC, milliseconds. */
  readonly since?: string | undefined;
  /** Only what was done to this resource, and to what is below it. */
  readonly resource?: string | undefined;
  /** Goes on as entries come, until it is aborted. */
  readonly follow?: AbortSignal | undefined;
}

/** Who wrote what, oldest first. Throws as `openStore` does. */
export async function* auditTrail({ data, since, resource, follow }: TrailOptions): AsyncGenerator<AuditEntry> {
  const store = await openStore(data);
  try {
    const recent = new Map<string, number>();
    let from = since;
    do {
      for await (const entry of entriesFrom(store, { since: from, resource })) {
        if (recent.has(entry.id)) continue;
        yield entry;
        const oldest = Date.parse(entry.time) - OVERLAP_MS;
        recent.set(entry.id, Date.parse(entry.time));
        for (const [id, time] of recent) if (time < oldest) recent.delete(id);
        const overlap = new Date(oldest).toISOString();
        from = since !== undefined && since > overlap ? since : overlap;
      }
    } while (await goesOn(follow));
  } finally {
    await store.close();
  }
}

async function* entriesFrom(
  { db }: Store,
  query: Pick<TrailOptions, "since" | "resource">,
): AsyncGenerator<PlacedEntry> {
  let page: readonly PlacedEntry[] = [];
  do {
    page = await audit.read(db, { ...query, after: page.at(-1), limit: PAGE });
    yield* page;
  } while (page.length === PAGE);
}

const goesOn = async (follow: AbortSignal | undefined): Promise<boolean> =>
  follow !== undefined && delay(POLL_MS, true, { signal: follow }).catch(() => false);

/** Forgets entries that are older than so many days, now and every hour. Returns what ends that. */
export const keepAuditFor = (days: number, { db }: Store, clock: () => number): (() => Promise<void>) =>
  repeatedly(() => aged.forget(db, "audit", new Date(clock() - days * DAY_MS).toISOString()));
