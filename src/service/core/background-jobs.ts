import { rootOf } from "../../api";
import { errorDetails, type Log } from "../net/log";
import { resources, retention, type Store, searchIndex, type Transaction } from "../store";
import { hasExpired } from "./access";
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

/** The number of resources deleted in one transaction. */
const BATCH = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long expired resources remain, by type. Plans show expired role bindings until then. */
const KEPT_MS = { GroupInvite: 0, RoleBinding: 30 * DAY_MS } as const;

type ExpiringType = keyof typeof KEPT_MS;

// The keys of an object that has no others.
const EXPIRING = Object.keys(KEPT_MS) as ExpiringType[];

interface Expired {
  readonly type: ExpiringType;
  readonly uids: readonly string[];
  /** Only resources that expired before this time are deleted. */
  readonly before: string;
  readonly now: string;
}

/**
 * Deletes expired invites and role bindings in small steps. Other nodes may do the same: each resource is deleted and
 * audited once.
 */
export async function deleteExpiredResources(store: Store, clock: () => number): Promise<void> {
  for (const type of EXPIRING) await deleteExpiredOf(type, store, clock);
}

async function deleteExpiredOf(type: ExpiringType, { db, transaction }: Store, clock: () => number): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    const now = timeOf(clock);
    const before = timeOf(() => clock() - KEPT_MS[type]);
    const expired = await searchIndex.findUpTo(db, type, EXPIRES_FIELD, before, BATCH);
    for (const root of new Set(expired.map(rootOf))) {
      const own = expired.filter((uid) => rootOf(uid) === root);
      removed += await transaction((tx) => deleteResources(tx, { type, uids: own, before, now }), { root });
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

/** Skips role bindings that were extended since they were found. */
async function deleteResources(tx: Transaction, { type, uids, before, now }: Expired): Promise<number> {
  const found = [...(await resources.getMany(tx, type, uids)).values()];
  const expired = found.filter((each) => hasExpired(each, before));
  for (const each of expired) await remove({ tx, now, by: { identityUid: "service" } }, each);
  return expired.length;
}
