import { PlatformError } from "../../../api";
import { errorDetails, type Log } from "../../net/log";
import type { Metrics } from "../../net/metrics";
import { auditChain, ChainDamage, type Store } from "../../store";
import { type BackgroundJob, repeatedly } from "../background-jobs";
import type { Audit } from "./audit";
import { pruneAudit } from "./retention";
import { AuditSink } from "./sink";

/** How often audit events that were committed are sealed. */
const SEAL_MS = 1000;
/** How often retention looks whether a sink that it waits for has gone on; otherwise it runs once in an hour. */
const RETRY_MS = 60 * 1000;
const RUNS_IN_AN_HOUR = 60;

export interface AuditJob {
  /** Begins to seal, export and delete; nothing is written to the sink before. */
  begin(): void;
  /** What an operator must look at, each in a few words. */
  warnings(): string[];
  /** Seals and exports what there is, for the last time. */
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
  /** The sink that sealed events are exported to: a file or `-`. */
  readonly sink?: string | undefined;
  /** The port of this node, which tells its standard output from that of others. */
  readonly port?: number | undefined;
  /** How long events are kept. */
  readonly retentionDays?: number | undefined;
}

/**
 * Prepares to seal audit events as they are committed, to export them to a sink and to delete old ones. What fails is
 * tried again, logged once for each change, and a warning meanwhile. Rejects if the store fails.
 */
export async function prepareAuditJob(options: AuditJobOptions, targets: AuditTargets): Promise<AuditJob> {
  const { log, metrics } = options;
  const target = targets.sink;
  const notSealed = new Condition(log, "audit events not sealed", "audit events sealed again");
  const damaged = new Condition(log, "audit chain damaged", "audit chain intact again");
  const heldBack = new Condition(
    log,
    "audit events are kept beyond retention: a sink has not written them",
    "audit retention goes on",
  );
  const onState = () => metrics?.auditSinkFailing(sink?.problem !== undefined || heldBack.holds);
  const sink =
    target === undefined
      ? undefined
      : new AuditSink({ ...options, target, port: targets.port, db: options.store.db, onState });
  // Before anything is deleted or sealed: retention waits for it, and it begins no later.
  await sink?.register();

  const seal = async () => {
    await sealed(options, notSealed, damaged);
    void sink?.drain();
  };
  const prune = async (days: number) => {
    await sink?.register();
    await sink?.drain();
    const waiting = await pruneAudit(options, days);
    const sinks = waiting.map(({ name, sequence }) => ({ name, sequence }));
    heldBack.set(waiting.length > 0 ? { sinks } : undefined);
    onState();
  };

  const days = targets.retentionDays;
  const jobs = [
    { name: "seal audit events", run: seal, intervalMs: SEAL_MS },
    ...(days === undefined ? [] : [pruning(() => prune(days), heldBack)]),
  ];
  const stops: (() => Promise<void>)[] = [];
  const reopen = () => sink?.reopen();
  // Otherwise the signal ends the process, as it did.
  if (sink && target !== "-") process.on("SIGHUP", reopen);

  return {
    begin: () => {
      for (const job of jobs) stops.push(repeatedly(job, log));
    },
    warnings: () => [
      ...(sink?.problem === undefined ? [] : ["the audit sink cannot be written"]),
      ...(heldBack.holds ? ["audit events are kept beyond retention, since an audit sink has not written them"] : []),
      ...(damaged.holds ? ["the audit chain is damaged: run `platformctl audit verify`"] : []),
      ...(notSealed.holds ? [`audit events are not sealed: ${notSealed.details?.problem}`] : []),
    ],
    async end() {
      process.off("SIGHUP", reopen);
      await Promise.all(stops.map((stop) => stop()));
      await sealed(options, notSealed, damaged);
      await sink?.close();
    },
  };
}

/**
 * Seals events, and compares the ends of the chain with what is recorded of them. Never rejects. Of a chain that could
 * not be read nothing new is known: damage that was found holds until it is read as intact.
 */
async function sealed({ audit, store }: AuditJobOptions, notSealed: Condition, damaged: Condition): Promise<void> {
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

/** Why the store failed, for whoever may read `/readyz`: the log alone has what is not worded for them. */
const shortCause = (error: unknown): string =>
  error instanceof PlatformError ? error.message.replace(/^Unavailable: /, "") : "the store failed; see the log";

function pruning(run: () => Promise<void>, heldBack: Condition): BackgroundJob {
  let passed = RUNS_IN_AN_HOUR;
  return {
    name: "prune audit trail",
    intervalMs: RETRY_MS,
    run: async () => {
      passed += 1;
      if (passed <= RUNS_IN_AN_HOUR && !heldBack.holds) return;
      passed = 0;
      await run();
    },
  };
}

/** Something that is wrong for a while: the log has a line when it begins and one when it ends. */
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

  get holds(): boolean {
    return this.#details !== undefined;
  }

  set(details: Readonly<Record<string, unknown>> | undefined): void {
    if (details && !this.#details) this.log({ level: "error", event: this.begins, ...details });
    if (!details && this.#details) this.log({ event: this.ends });
    this.#details = details;
  }
}
