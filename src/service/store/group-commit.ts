import type { Database } from "./schema";

/** The most transactions that are committed as one. */
const MAX_TRANSACTIONS = 100;

type Run<T> = (tx: Database) => Promise<T>;
type Transaction = <T>(run: Run<T>) => Promise<T>;
/** Runs a statement without parameters in the transaction that runs. */
type Say = (text: string) => void;

/** A transaction that waits, or ran; what came of it is told once it is committed. */
interface Job {
  readonly run: Run<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
  outcome?: Promise<unknown>;
}

/**
 * For an engine that writes one transaction at a time and waits for the disk after each: those that come while it waits
 * are run one after the other and committed together. Each stands or falls for itself; nobody is told of success before
 * the commit, and where that fails, all have failed.
 */
export function groupCommit(transaction: Transaction, say: Say): Transaction {
  let waiting: Job[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Requests that have arrived meanwhile are read first.
      await new Promise(setImmediate);
      const jobs = waiting.slice(0, MAX_TRANSACTIONS);
      waiting = waiting.slice(MAX_TRANSACTIONS);
      const [job] = jobs as [Job];
      if (jobs.length === 1) await settled(job, transaction(job.run));
      else await runGroup(jobs);
    }
    isRunning = false;
  }

  async function runGroup(jobs: readonly Job[]): Promise<void> {
    const committed = transaction(async (tx) => {
      for (const job of jobs) {
        say("savepoint job");
        job.outcome = job.run(tx);
        const hasFailed = await job.outcome.then(
          () => false,
          () => true,
        );
        if (hasFailed) say("rollback to job");
        say("release job");
      }
    });
    await Promise.all(
      jobs.map((job) =>
        settled(
          job,
          committed.then(() => job.outcome),
        ),
      ),
    );
  }

  return <T>(run: Run<T>) =>
    new Promise<T>((resolve) => {
      waiting.push({ run, settle: (outcome) => resolve(outcome as Promise<T>) });
      if (!isRunning) void runAll();
    });
}

/** Tells what came of a job; resolves when that is known. */
function settled({ settle }: Job, outcome: Promise<unknown>): Promise<void> {
  settle(outcome);
  return outcome.then(
    () => {},
    () => {},
  );
}
