import type { WriteLock } from "./engines/write-locks";

/** Additions to one organization that go on at once: fewer than a node has connections, so that some are left for others. */
const MAX_ADDING = 8;

/** What waits to go on: alone, or beside other additions. */
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
 * Has what one process writes to an organization wait here, in its order, for what it would wait for in the database:
 * there it would keep a connection meanwhile, and where isolation is strict, fail once it has waited. What other nodes
 * write is not known here; for that there are lanes.
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
    // Whoever came before goes before, so that nobody waits for ever.
    if (gate.queue.length === 0 && mayGo(gate, !adds)) enter(gate, !adds);
    else await new Promise<void>((go) => gate.queue.push({ alone: !adds, go }));
    try {
      return await run();
    } finally {
      leave(root, gate, !adds);
    }
  };
}
