import { LRUCache } from "lru-cache";
import { rootOf } from "../../api";
import { type Database, turnOf } from "../store";
import type { Access } from "./access";
import { type Caller, loadAccess } from "./load";

/** Callers whose access is kept. */
const MAX_KNOWN = 10_000;
/** Another version of the service that starts on the same store may change built-in roles, which are no organization's. */
const MAX_AGE_MS = 60_000;

interface Known {
  readonly turn: number;
  readonly access: Access;
}

/** A question for an organization's turn, and the one that follows it. */
interface Asking {
  readonly answer: Promise<number>;
  next?: Promise<number>;
}

/**
 * What callers may do, kept between requests that read. Each request asks the store whether anything was written to the
 * caller's organization since, at whatever node; if so it is read anew. So a binding that was taken away, or given,
 * counts from the next request on.
 */
export class KnownAccess {
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN, ttl: MAX_AGE_MS });

  readonly #asking = new Map<string, Asking>();

  constructor(private readonly db: Database) {}

  /** Throws UNAUTHENTICATED if the identity is gone. */
  async of(caller: Caller): Promise<Access> {
    const { identityUid, narrowing } = caller;
    const key = narrowing ? `${identityUid} ${JSON.stringify(narrowing)}` : identityUid;
    // Asked first: what is then read can be newer than this says, never older.
    const turn = await this.#turnOf(rootOf(identityUid));
    const known = this.#known.get(key);
    if (known?.turn === turn) return known.access;
    const access = await loadAccess(this.db, caller);
    this.#known.set(key, { turn, access });
    return access;
  }

  /** While the store is being asked, all who come meanwhile share the next question: it is asked after they came. */
  #turnOf(root: string): Promise<number> {
    const asking = this.#asking.get(root);
    if (!asking) return this.#ask(root);
    asking.next ??= asking.answer.then(
      () => this.#ask(root),
      () => this.#ask(root),
    );
    return asking.next;
  }

  #ask(root: string): Promise<number> {
    const asking: Asking = { answer: turnOf(this.db, root) };
    this.#asking.set(root, asking);
    const answered = () => {
      if (!asking.next) this.#asking.delete(root);
    };
    asking.answer.then(answered, answered);
    return asking.answer;
  }
}
