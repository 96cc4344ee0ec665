import { rootOf } from "../../api";
import { errorDetails, type Log } from "../net/log";
import { type Database, invites, resources, retention, type Store, searchIndex } from "../store";
import { LIFETIME_MS } from "./operations/idempotency";
import { remove } from "./operations/records";
import { timeOf } from "./operations/types";

/** What a service does at intervals, on every node, perhaps at the same time. */

/** How often, unless a job says otherwise. */
const INTERVAL_MS = 60 * 60 * 1000;

export interface BackgroundJob {
  /** What the log calls it. */
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly intervalMs?: number | undefined;
}

/**
 * Runs a job now and at intervals, one run after the other. A run that fails is logged, and left for the next. Returns
 * what ends the job, once the run that is under way has ended.
 */
export function repeatedly({ name, run, intervalMs = INTERVAL_MS }: BackgroundJob, log: Log): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const next = () => {
    running = running
      .then(run)
      .catch((error) => log({ level: "error", event: "background job failed", job: name, ...errorDetails(error) }));
  };
  next();
  const timer = setInterval(next, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Invites that are removed in one transaction. */
const STEP = 100;

/** Removes invites that have expired, in small steps. Another node may do the same: each is removed, and told of, once. */
export async function sweepInvites({ db, transaction }: Store, clock: () => number): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    const now = timeOf(clock);
    const expired = await searchIndex.upTo(db, TYPE, invites.EXPIRES_FIELD, now, STEP);
    for (const root of new Set(expired.map(rootOf))) {
      const own = expired.filter((uid) => rootOf(uid) === root);
      removed += await transaction((tx) => removeInvites(tx, own, now), { root });
    }
  }
}

/** Forgets creates that are no longer remembered, and secrets, codes, refresh tokens and sessions that have expired. */
export async function deleteExpired({ db }: Store, clock: () => number): Promise<void> {
  const before = (age: number) => new Date(clock() - age).toISOString();
  await retention.deleteBefore(db, "idempotency", before(LIFETIME_MS));
  await retention.deleteBefore(db, "one_time", before(0));
  await retention.deleteBefore(db, "refresh_tokens", before(0));
  await retention.deleteBefore(db, "sessions", before(0));
}

const TYPE = "GroupInvite";

async function removeInvites(tx: Database, uids: readonly string[], now: string): Promise<number> {
  const found = [...(await resources.getMany(tx, TYPE, uids)).values()];
  for (const invite of found) await remove({ tx, now, by: { identityUid: "service" } }, invite);
  return found.length;
}
