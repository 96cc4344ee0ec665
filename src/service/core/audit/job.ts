import { PlatformError } from "../../../api";
import { errorDetails, type Log } from "../../net/log";
import type { Metrics } from "../../net/metrics";
import { auditChain, ChainDamage, type Store } from "../../store";
import { type BackgroundJob, runRepeatedly } from "../background-jobs";
import type { Audit } from "./audit";
import { pruneAudit } from "./retention";
import { AuditSink } from "./sink";

/** How often committed events are sealed. */
const SEAL_MS = 1000;
/** How often retention retries while it is blocked by a sink; otherwise it runs hourly. */
const RETRY_MS = 60 * 1000;
const RUNS_IN_AN_HOUR = 60;

export interface AuditJob {
  /** Starts sealing, exporting and deleting; nothing is written to the sink before. */
  begin(): void;
  /** Returns short descriptions of problems that an operator must resolve. */
  warnings(): string[];
  /** Seals and exports the remaining events. */
  end(): Promise<void>;
}

export interface AuditJobOptions {
  readonly audit: Audit;
  readonly store: Store;
  readonly clock: () => number;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
}

export interface AuditTargets {
  /** The sink to which sealed events are exported: a file or `-`. */
  readonly sink?: string | undefined;
  /** The port of this node, which distinguishes its standard output from that of other nodes. */
  readonly port?: number | undefined;
  /** How long events are kept. */
  readonly retentionDays?: number | undefined;
}

/**
 * Prepares a job that seals audit events, exports them to a sink and deletes old ones. Failures are retried, logged
 * when they begin and end, and reported as warnings. Rejects if the store fails.
 */
export async function prepareAuditJob(options: AuditJobOptions, targets: AuditTargets): Promise<AuditJob> {
  const { log, metrics } = options;
  const target = targets.sink;
  const sealing = new Condition(log, "failed to seal audit events", "audit events sealed");
  const damaged = new Condition(log, "audit chain damaged", "audit chain intact");
  const blockedRetention = new Condition(log, "audit retention blocked by a sink", "audit retention resumed");
  const onState = () => metrics?.auditSinkFailing(sink?.problem !== undefined || blockedRetention.isActive);
  const sink =
    target === undefined
      ? undefined
      : new AuditSink({ ...options, target, port: targets.port, db: options.store.db, onState });
  // Before anything is deleted or sealed, so that retention waits for the sink and the sink misses no event.
  await sink?.register();

  const seal = async () => {
    await sealAndCheck(options, sealing, damaged);
    void sink?.drain();
  };
  const prune = async (days: number) => {
    await sink?.register();
    await sink?.drain();
    const waiting = await pruneAudit(options, days);
    const sinks = waiting.map(({ name, sequence }) => ({ name, sequence }));
    blockedRetention.set(waiting.length > 0 ? { sinks } : undefined);
    onState();
  };

  const days = targets.retentionDays;
  const jobs = [
    { name: "seal audit events", run: seal, intervalMs: SEAL_MS },
    ...(days === undefined ? [] : [pruningJob(() => prune(days), blockedRetention)]),
  ];
  const stops: (() => Promise<void>)[] = [];
  const reopen = () => sink?.reopen();
  // Without a sink file the signal keeps its default, which ends the process.
  if (sink && target !== "-") process.on("SIGHUP", reopen);

  return {
    begin: () => {
      for (const job of jobs) stops.push(runRepeatedly(job, log));
    },
    warnings: () => [
      ...(sink?.problem === undefined ? [] : ["cannot write to the audit sink"]),
      ...(blockedRetention.isActive ? ["audit retention is blocked: an audit sink has not written all events"] : []),
      ...(damaged.isActive ? ["the audit chain is damaged: run `platformctl audit verify`"] : []),
      ...(sealing.isActive ? [`audit events are not sealed: ${sealing.details?.problem}`] : []),
    ],
    async end() {
      process.off("SIGHUP", reopen);
      await Promise.all(stops.map((stop) => stop()));
      await sealAndCheck(options, sealing, damaged);
      await sink?.close();
    },
  };
}

/**
 * Seals events, and compares the ends of the chain with their recorded positions. Never rejects. If the chain cannot be
 * read, damage found earlier is still reported.
 */
async function sealAndCheck(
  { audit, store }: AuditJobOptions,
  notSealed: Condition,
  damaged: Condition,
): Promise<void> {
  try {
    await audit.seal();
    await auditChain.checkEnds(store.db);
    notSealed.set(undefined);
    damaged.set(undefined);
  } catch (error) {
    const isDamage = error instanceof ChainDamage;
    if (isDamage) damaged.set({ problem: error.message });
    notSealed.set(isDamage ? undefined : { ...errorDetails(error), problem: shortCause(error) });
  }
}

/** Returns why the store failed, for readers of `/readyz`; unexpected errors are only in the log. */
const shortCause = (error: unknown): string =>
  error instanceof PlatformError ? error.message.replace(/^Unavailable: /, "") : "the store failed; see the log";

function pruningJob(run: () => Promise<void>, blocked: Condition): BackgroundJob {
  let passed = RUNS_IN_AN_HOUR;
  return {
    name: "delete old audit events",
    intervalMs: RETRY_MS,
    run: async () => {
      passed += 1;
      if (passed <= RUNS_IN_AN_HOUR && !blocked.isActive) return;
      passed = 0;
      await run();
    },
  };
}

/** A temporary problem: logged when it begins and when it ends. */
class Condition {
  #details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    private readonly log: Log,
    private readonly begins: string,
    private readonly ends: string,
  ) {}

  get details(): Readonly<Record<string, unknown>> | undefined {
    return this.#details;
  }

  get isActive(): boolean {
    return this.#details !== undefined;
  }

  set(details: Readonly<Record<string, unknown>> | undefined): void {
    if (details && !this.#details) this.log({ level: "error", event: this.begins, ...details });
    if (!details && this.#details) this.log({ event: this.ends });
    this.#details = details;
  }
}
