import type { Database } from "./database";

/** The maximum number of transactions in one commit. */
const MAX_TRANSACTIONS = 100;

type Run<T> = (db: Database) => Promise<T>;
type RunTransaction = <T>(run: Run<T>) => Promise<T>;
/** Runs a statement without parameters in the current transaction. */
type RunStatement = (text: string) => void;

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
export function groupCommit(runTransaction: RunTransaction, runStatement: RunStatement): RunTransaction {
  let waiting: Job[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Lets the process read the requests that have arrived first.
      await new Promise(setImmediate);
      const jobs = waiting.slice(0, MAX_TRANSACTIONS);
      waiting = waiting.slice(MAX_TRANSACTIONS);
      const [first, ...others] = jobs;
      if (first && others.length === 0) await settle(first, runTransaction(first.run));
      else await runGroup(jobs);
    }
    isRunning = false;
  }

  async function runGroup(jobs: readonly Job[]): Promise<void> {
    const committed = runTransaction(async (db) => {
      for (const job of jobs) {
        runStatement("savepoint job");
        job.outcome = job.run(db);
        const hasFailed = await job.outcome.then(
          () => false,
          () => true,
        );
        if (hasFailed) runStatement("rollback to job");
        runStatement("release job");
      }
    });
    await Promise.all(
      jobs.map((job) =>
        settle(
          job,
          committed.then(() => job.outcome),
        ),
      ),
    );
  }

  return <T>(run: Run<T>) =>
    new Promise<T>((resolve) => {
      // The outcome is that of `run`.
      waiting.push({ run, settle: (outcome) => resolve(outcome as Promise<T>) });
      if (!isRunning) void runAll();
    });
}

/** Reports the outcome of a job, and resolves once the job has ended. */
function settle(job: Job, outcome: Promise<unknown>): Promise<void> {
  job.settle(outcome);
  return outcome.then(
    () => {},
    () => {},
  );
}
