import type { WriteLock } from "./engines/write-locks";

/**
 * The maximum number of concurrent additions to one organization: fewer than a node's connections, to leave some for
 * others.
 */
const MAX_ADDING = 8;

/** A queued write. `alone`: it excludes all other writes. */
interface Waiting {
  readonly alone: boolean;
  readonly go: () => void;
}

interface Queue {
  adding: number;
  isTaken: boolean;
  readonly queue: Waiting[];
}

/**
 * Creates the lock queue of a process. Writes to an organization wait here, in order, instead of in the database, where
 * they would occupy a connection and, with strict isolation, fail after the wait. Write locks in the database protect
 * against other nodes.
 */
export function lockQueues() {
  const all = new Map<string, Queue>();

  const mayGo = ({ adding, isTaken }: Queue, alone: boolean): boolean =>
    !isTaken && (alone ? adding === 0 : adding < MAX_ADDING);

  function enter(gate: Queue, alone: boolean): void {
    if (alone) gate.isTaken = true;
    else gate.adding += 1;
  }

  function leave(root: string, gate: Queue, alone: boolean): void {
    if (alone) gate.isTaken = false;
    else gate.adding -= 1;
    for (let [next] = gate.queue; next && mayGo(gate, next.alone); [next] = gate.queue) {
      gate.queue.shift();
      enter(gate, next.alone);
      next.go();
    }
    if (gate.adding === 0 && !gate.isTaken && gate.queue.length === 0) all.delete(root);
  }

  return async <T>(turn: WriteLock | undefined, run: () => Promise<T>): Promise<T> => {
    if (!turn) return run();
    const { root, adds = false } = turn;
    const gate = all.get(root) ?? { adding: 0, isTaken: false, queue: [] };
    all.set(root, gate);
    // First in, first out, so that no write starves.
    if (gate.queue.length === 0 && mayGo(gate, !adds)) enter(gate, !adds);
    else await new Promise<void>((go) => gate.queue.push({ alone: !adds, go }));
    try {
      return await run();
    } finally {
      leave(root, gate, !adds);
    }
  };
}
