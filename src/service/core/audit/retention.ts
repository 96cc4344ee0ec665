import { auditChain, auditSinks, type ChainPosition, type SinkPosition, type Store } from "../../store";
import { timeOf } from "../operations/types";
import type { Audit } from "./audit";

const DAY_MS = 24 * 60 * 60 * 1000;

interface RetentionOptions {
  readonly store: Store;
  readonly audit: Audit;
  readonly clock: () => number;
}

/**
 * Deletes events older than `days`, in small steps from the start of the chain. First writes an event that names the
 * last deleted one, so that any other truncation of the chain can be detected. Keeps events that a sink has not
 * written; removes sinks that have been inactive for the same number of days. Returns the sinks that block retention.
 */
export async function pruneAudit({ store, audit, clock }: RetentionOptions, days: number): Promise<SinkPosition[]> {
  await audit.seal();
  const { db } = store;
  const before = timeOf(() => clock() - days * DAY_MS);
  await auditSinks.removeInactive(db, before);
  const old = await auditChain.lastBefore(db, before);
  if (!old) return [];
  const waiting = await auditSinks.behind(db, old.sequence);
  const last = waiting[0] ? await atMost(store, waiting[0]) : old;
  if (!last) return waiting;
  const values = { sequence: last.sequence, hash: last.hash };
  await audit.write({ action: "audit.prune", outcome: "OK", actor: "service", values });
  // Only deletions announced by a sealed event are accepted by verification.
  await audit.seal();
  for (let sequence = 0; sequence < last.sequence; )
    sequence = (await store.transaction((tx) => auditChain.pruneBatch(tx, last))).sequence;
  return waiting;
}

/** Returns the event at a sink's position, if it still exists. */
async function atMost({ db }: Store, { sequence }: SinkPosition): Promise<ChainPosition | undefined> {
  const hash = await auditChain.hashAt(db, sequence);
  return hash === undefined ? undefined : { sequence, hash };
}
