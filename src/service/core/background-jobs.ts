import { rootOf } from "../../api";
import { errorDetails, type Log } from "../net/log";
import { resources, retention, type Store, searchIndex, type Transaction } from "../store";
import { LIFETIME_MS } from "./operations/idempotency";
import { remove } from "./operations/resource-writes";
import { timeOf } from "./operations/types";
import { EXPIRES_FIELD } from "./rules/group-invite";

/** Background jobs: work that every node does at intervals, possibly concurrently. */

/** The default interval. */
const INTERVAL_MS = 60 * 60 * 1000;

export interface BackgroundJob {
  /** The name in log entries. */
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly intervalMs?: number | undefined;
}

/**
 * Runs a job now and at intervals, one run at a time. Logs failed runs. Returns a function that stops the job after the
 * current run has ended.
 */
export function runRepeatedly({ name, run, intervalMs = INTERVAL_MS }: BackgroundJob, log: Log): () => Promise<void> {
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

/** The number of invites deleted in one transaction. */
const BATCH = 100;

/** Deletes expired invites in small steps. Other nodes may do the same: each invite is deleted and audited once. */
export async function deleteExpiredInvites({ db, transaction }: Store, clock: () => number): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    const now = timeOf(clock);
    const expired = await searchIndex.findUpTo(db, TYPE, EXPIRES_FIELD, now, BATCH);
    for (const root of new Set(expired.map(rootOf))) {
      const own = expired.filter((uid) => rootOf(uid) === root);
      removed += await transaction((tx) => deleteInvites(tx, own, now), { root });
    }
  }
}

/** Deletes expired idempotency keys, single-use secrets, refresh tokens and sessions. */
export async function deleteExpired({ db }: Store, clock: () => number): Promise<void> {
  const before = (age: number) => new Date(clock() - age).toISOString();
  await retention.deleteBefore(db, "idempotency", before(LIFETIME_MS));
  await retention.deleteBefore(db, "single_use_secrets", before(0));
  await retention.deleteBefore(db, "refresh_tokens", before(0));
  await retention.deleteBefore(db, "sessions", before(0));
}

const TYPE = "GroupInvite";

async function deleteInvites(tx: Transaction, uids: readonly string[], now: string): Promise<number> {
  const found = [...(await resources.getMany(tx, TYPE, uids)).values()];
  for (const invite of found) await remove({ tx, now, by: { identityUid: "service" } }, invite);
  return found.length;
}
