import type { Store } from "../store";
import { auditChain } from "../store";
import type { Audit } from "./audit";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes events from before so many days ago, in small steps, at the beginning of the chain only. An event that stays
 * in the chain names the last that is deleted, so that the beginning cannot be cut off in any other way unnoticed.
 */
export async function pruneAudit(
  { store, audit, clock }: { readonly store: Store; readonly audit: Audit; readonly clock: () => number },
  days: number,
): Promise<void> {
  await audit.seal();
  const last = await auditChain.lastBefore(store.db, new Date(clock() - days * DAY_MS).toISOString());
  if (!last) return;
  const values = { sequence: last.sequence, hash: last.hash };
  await audit.write({ action: "audit.prune", outcome: "OK", actor: "service", values });
  // Deleting only what a sealed event announces: verification believes no other.
  await audit.seal();
  for (let sequence = 0; sequence < last.sequence; )
    sequence = (await store.transaction((tx) => auditChain.pruneBatch(tx, last))).sequence;
}
