import type { Database } from "./schema";

/** The maximum number of transactions in one commit. */
const MAX_TRANSACTIONS = 100;

type Run<T> = (tx: Database) => Promise<T>;
type Transaction = <T>(run: Run<T>) => Promise<T>;
/** Runs a statement without parameters in the current transaction. */
type Say = (text: string) => void;

/** A queued transaction. Its outcome is reported after the commit. */
interface Job {
  readonly run: Run<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
  outcome?: Promise<unknown>;
}

/**
 * Implements group commit, for an engine that runs one transaction at a time and waits for the disk after each:
 * transactions that arrive during the wait run one after the other and commit together. Each succeeds or fails on its
 * own; success is reported only after the commit, and if the commit fails, all fail.
 */
export function groupCommit(transaction: Transaction, say: Say): Transaction {
  let waiting: Job[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Lets the process read the requests that have arrived first.
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

/** Reports the outcome of a job, and resolves once the job has ended. */
function settled({ settle }: Job, outcome: Promise<unknown>): Promise<void> {
  settle(outcome);
  return outcome.then(
    () => {},
    () => {},
  );
}
