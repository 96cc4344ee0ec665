import { rootOf } from "../api";
import { LIFETIME_MS } from "./operations/idempotency";
import { remove } from "./operations/records";
import { timeOf } from "./operations/types";
import { aged, type Database, invites, resources, type Store, terms } from "./store";

/** What a service does of itself, now and then: every node of it, at the same time perhaps. */

/** What has run its course is forgotten as often. */
const UPKEEP_MS = 60 * 60 * 1000;

/**
 * Does something now and at intervals, one run after the other. What fails is left for the next time. Returns what ends
 * it, once the run that is under way has ended.
 */
export function repeatedly(work: () => Promise<unknown>, intervalMs = UPKEEP_MS): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    // A store that is busy or away is asked again next time.
    running = running.then(work).then(
      () => {},
      () => {},
    );
  };
  run();
  const timer = setInterval(run, intervalMs).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** Invites that are removed in one transaction. */
const STEP = 100;

/** Removes invites that have expired, in small steps. Another node may do the same: each is removed, and told of, once. */
export async function sweepInvites({ db, transaction }: Store, clock: () => number): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    const now = timeOf(clock);
    const expired = await terms.upTo(db, TYPE, invites.EXPIRES_FIELD, now, STEP);
    for (const root of new Set(expired.map(rootOf))) {
      const own = expired.filter((uid) => rootOf(uid) === root);
      removed += await transaction((tx) => removeInvites(tx, own, now), { root });
    }
  }
}

/** Forgets creates that are no longer remembered, and secrets, codes, refresh tokens and sessions that have expired. */
export async function sweepAged({ db }: Store, clock: () => number): Promise<void> {
  const before = (age: number) => new Date(clock() - age).toISOString();
  await aged.forget(db, "idempotency", before(LIFETIME_MS));
  await aged.forget(db, "one_time", before(0));
  await aged.forget(db, "refresh_tokens", before(0));
  await aged.forget(db, "sessions", before(0));
}

const TYPE = "GroupInvite";

async function removeInvites(tx: Database, uids: readonly string[], now: string): Promise<number> {
  const found = [...(await resources.getMany(tx, TYPE, uids)).values()];
  for (const invite of found) await remove({ tx, now, by: { identityUid: "service" } }, invite);
  return found.length;
}
