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
 * Deletes events from before so many days ago, in small steps, at the beginning of the chain only. An event that stays
 * in the chain names the last that is deleted, so that the beginning cannot be cut off in any other way unnoticed. What a
 * sink has not written is kept; a sink that no node has run for as many days is forgotten. Returns the sinks that are
 * waited for.
 */
export async function pruneAudit({ store, audit, clock }: RetentionOptions, days: number): Promise<SinkPosition[]> {
  await audit.seal();
  const { db } = store;
  const before = timeOf(() => clock() - days * DAY_MS);
  await auditSinks.forget(db, before);
  const old = await auditChain.lastBefore(db, before);
  if (!old) return [];
  const waiting = await auditSinks.behind(db, old.sequence);
  const last = waiting[0] ? await atMost(store, waiting[0]) : old;
  if (!last) return waiting;
  const values = { sequence: last.sequence, hash: last.hash };
  await audit.write({ action: "audit.prune", outcome: "OK", actor: "service", values });
  // Deleting only what a sealed event announces: verification believes no other.
  await audit.seal();
  for (let sequence = 0; sequence < last.sequence; )
    sequence = (await store.transaction((tx) => auditChain.pruneBatch(tx, last))).sequence;
  return waiting;
}

/** The event at a sink's position, if it is still there to be deleted. */
async function atMost({ db }: Store, { sequence }: SinkPosition): Promise<ChainPosition | undefined> {
  const hash = await auditChain.hashAt(db, sequence);
  return hash === undefined ? undefined : { sequence, hash };
}
