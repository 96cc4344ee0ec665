import { setImmediate } from "node:timers/promises";
import { PlatformError, retryLater, rootOf } from "../../api";
import type { ResponseLimit, ResponseShare } from "./response-limit";
import { Tally } from "./tally";

export interface ListQueueOptions {
  /** The number of concurrent lists of an organization. */
  readonly perOrganization?: number;
  /** The number of concurrent lists of an identity. */
  readonly perIdentity?: number;
  /** The number of waiting lists of an identity. */
  readonly waitingPerIdentity?: number;
  /** The number of waiting lists of an organization; an identity may have half of what the others leave. */
  readonly waitingPerOrganization?: number;
}

/** Twenty Terraform runs with ten concurrent operations each have two hundred waiting lists. */
const LIMITS = { perOrganization: 8, perIdentity: 4, waitingPerIdentity: 200, waitingPerOrganization: 2000 };
/** The memory that must be available for a list: the maximum size of a page. */
const EXPECTED_BYTES = 8 * 1024 * 1024;
/** The time in which some of the waiting lists end, in seconds. */
const RETRY_SECONDS = 2;

/** Starts a waiting list. */
type Start = () => void;

/** The lists of an organization. */
interface Queue {
  /** The number of running lists of each identity. */
  readonly running: Tally;
  /** The waiting lists of each identity, in order; the next identity comes first. */
  readonly waiting: Map<string, Set<Start>>;
  readonly yieldToOthers: Yield;
}

/**
 * Limits the concurrent lists of an organization, so that their work and responses do not delay other organizations.
 * Further lists wait until one ends and the caller has memory for unread responses left. The identities of an
 * organization take turns. Each process has its own queue.
 */
export class ListQueue {
  readonly #queues = new Map<string, Queue>();
  readonly #limits: Required<ListQueueOptions>;

  constructor(
    private readonly responseLimit: Pick<ResponseLimit, "hasRoom" | "onRelease">,
    options: ListQueueOptions = {},
  ) {
    this.#limits = { ...LIMITS, ...options };
    responseLimit.onRelease((organization) => {
      const queue = this.#queues.get(organization);
      if (queue) this.#startNext(organization, queue);
    });
  }

  /**
   * Runs a list when its turn comes. Throws RESOURCE_EXHAUSTED if too many lists of the caller wait, and CANCELLED if
   * the client disconnects first.
   */
  async run<T>(identityUid: string, response: Pick<ResponseShare, "onRelease">, list: () => Promise<T>): Promise<T> {
    const root = rootOf(identityUid);
    const queue = this.#queues.get(root) ?? { running: new Tally(), waiting: new Map(), yieldToOthers: yieldQueue() };
    this.#queues.set(root, queue);
    if (!queue.waiting.has(identityUid) && this.#mayStart(queue, identityUid)) queue.running.add(identityUid, 1);
    else await this.#wait(queue, identityUid, response);
    try {
      await queue.yieldToOthers();
      return await list();
    } finally {
      // The response is encoded first, and requests of others are handled before the next list.
      void queue.yieldToOthers().then(() => {
        queue.running.add(identityUid, -1);
        this.#startNext(root, queue);
      });
    }
  }

  #wait(queue: Queue, identityUid: string, response: Pick<ResponseShare, "onRelease">): Promise<void> {
    const own = queue.waiting.get(identityUid) ?? new Set();
    const { waitingPerIdentity, waitingPerOrganization } = this.#limits;
    const others = [...queue.waiting.values()].reduce((sum, { size }) => sum + size, -own.size);
    if (own.size >= Math.min(waitingPerIdentity, (waitingPerOrganization - others) / 2))
      throw retryLater(
        "RESOURCE_EXHAUSTED",
        "Resource exhausted: too many list requests of this caller are queued; send fewer concurrent list requests, and read their responses",
        RETRY_SECONDS,
      );
    queue.waiting.set(identityUid, own);
    return new Promise((start, reject) => {
      own.add(start);
      response.onRelease(() => {
        if (!own.delete(start)) return;
        if (own.size === 0) queue.waiting.delete(identityUid);
        reject(new PlatformError("CANCELLED", "Cancelled: the client disconnected"));
      });
    });
  }

  #mayStart({ running }: Queue, identityUid: string): boolean {
    const own = running.of(identityUid);
    return (
      running.total < this.#limits.perOrganization &&
      own < this.#limits.perIdentity &&
      this.responseLimit.hasRoom(identityUid, EXPECTED_BYTES, own)
    );
  }

  #startNext(root: string, queue: Queue): void {
    // An identity whose list starts moves behind the others, and is visited again.
    for (const [identityUid, own] of queue.waiting) {
      if (queue.running.total >= this.#limits.perOrganization) break;
      if (!this.#mayStart(queue, identityUid)) continue;
      const [start] = own;
      if (!start) continue;
      own.delete(start);
      queue.waiting.delete(identityUid);
      if (own.size > 0) queue.waiting.set(identityUid, own);
      queue.running.add(identityUid, 1);
      start();
    }
    if (queue.running.total === 0 && queue.waiting.size === 0) this.#queues.delete(root);
  }
}

/** Resolves in a separate iteration of the event loop, one caller at a time. */
type Yield = () => Promise<unknown>;

/** Creates a queue for work in many steps: other requests are never delayed by more than one step. */
function yieldQueue(): Yield {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

/** The queue of long work that is not limited otherwise. */
export const yieldToOthers: Yield = yieldQueue();
