import type { WriteLock } from "./write-locks";

/**
 * The maximum number of concurrent additions to one organization: fewer than a node's connections, to leave some for
 * others.
 */
const MAX_ADDING = 8;

/** A queued write. */
interface Waiting {
  /** Whether the write excludes all other writes. */
  readonly isExclusive: boolean;
  readonly start: () => void;
}

/** The writes to an organization. */
interface Queue {
  /** The number of running additions. */
  adding: number;
  /** Whether an exclusive write is running. */
  isTaken: boolean;
  readonly waiting: Waiting[];
}

/**
 * Creates the lock queues of a process. Writes to an organization wait here, in order, instead of in the database,
 * where they would occupy a connection and, with strict isolation, fail after the wait. Write locks in the database
 * protect against other nodes.
 */
export function lockQueues() {
  const queues = new Map<string, Queue>();

  const canStart = ({ adding, isTaken }: Queue, isExclusive: boolean): boolean =>
    !isTaken && (isExclusive ? adding === 0 : adding < MAX_ADDING);

  function enter(queue: Queue, isExclusive: boolean): void {
    if (isExclusive) queue.isTaken = true;
    else queue.adding += 1;
  }

  function leave(root: string, queue: Queue, isExclusive: boolean): void {
    if (isExclusive) queue.isTaken = false;
    else queue.adding -= 1;
    for (let [next] = queue.waiting; next && canStart(queue, next.isExclusive); [next] = queue.waiting) {
      queue.waiting.shift();
      enter(queue, next.isExclusive);
      next.start();
    }
    if (queue.adding === 0 && !queue.isTaken && queue.waiting.length === 0) queues.delete(root);
  }

  return async <T>(lock: WriteLock | undefined, run: () => Promise<T>): Promise<T> => {
    if (!lock) return run();
    const { root, adds = false } = lock;
    const isExclusive = !adds;
    const queue = queues.get(root) ?? { adding: 0, isTaken: false, waiting: [] };
    queues.set(root, queue);
    // First in, first out, so that no write starves.
    if (queue.waiting.length === 0 && canStart(queue, isExclusive)) enter(queue, isExclusive);
    else await new Promise<void>((start) => queue.waiting.push({ isExclusive, start }));
    try {
      return await run();
    } finally {
      leave(root, queue, isExclusive);
    }
  };
}
