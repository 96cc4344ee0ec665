import { repeatedly } from "../background-jobs";
import type { Log } from "../log";
import type { Metrics } from "../monitoring";
import type { Store } from "../store";
import type { Audit } from "./audit";
import { AuditSink } from "./sink";

/** How often audit events that were committed are sealed. */
const SEAL_MS = 1000;

export interface AuditJob {
  /** Why the sink cannot be written; undefined while it can, or where there is none. */
  problem(): string | undefined;
  /** Seals and exports what there is, for the last time. */
  end(): Promise<void>;
}

/** Seals audit events as they are committed, and exports them to a sink, if there is one: a file or `-`. */
export function startAuditJob({ audit, store, log, metrics }: AuditJobOptions, target: string | undefined): AuditJob {
  const onState = metrics?.auditSinkFailing;
  const sink =
    target === undefined ? undefined : new AuditSink({ target, db: store.db, log, ...(onState ? { onState } : {}) });
  const run = async () => {
    await audit.seal().finally(() => sink?.drain());
  };
  const stop = repeatedly({ name: "seal audit events", run, intervalMs: SEAL_MS }, log);
  const reopen = () => void sink?.reopen();
  // Otherwise the signal ends the process, as it did.
  if (sink && target !== "-") process.on("SIGHUP", reopen);
  return {
    problem: () => sink?.problem,
    async end() {
      process.off("SIGHUP", reopen);
      await stop();
      await run().catch(() => {});
      await sink?.close();
    },
  };
}

interface AuditJobOptions {
  readonly audit: Audit;
  readonly store: Store;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
}
