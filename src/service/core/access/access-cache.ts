import { LRUCache } from "lru-cache";
import { rootOf } from "../../../api";
import { type Database, grantsVersionOf } from "../../store";
import type { Access } from "./access";
import { type Caller, loadAccess } from "./load";

/** Callers whose access is kept, and the grants that they may have in all: a token can be narrowed in endless ways. */
const MAX_CACHED = 10_000;
const MAX_GRANTS = 200_000;
/** What stands for a grant of the text by which a caller is known, in characters. */
const TEXT = 64;
/** Another version of the service that starts on the same store may change built-in roles, which are no organization's. */
const MAX_AGE_MS = 60_000;

interface CachedAccess {
  readonly turn: number;
  readonly access: Access;
}

/** A question for an organization's turn, and the one that follows it. */
interface PendingRead {
  readonly answer: Promise<number>;
  next?: Promise<number>;
}

/**
 * What callers may do, kept between requests. Each request asks the store whether anything that may bear on it was
 * written to the caller's organization since, at whatever node; if so it is read anew. So a binding that was taken away,
 * or given, counts from the next request on.
 */
export class AccessCache {
  readonly #cached: LRUCache<string, CachedAccess>;

  readonly #pending = new Map<string, PendingRead>();

  constructor(
    private readonly db: Database,
    maxGrants = MAX_GRANTS,
  ) {
    this.#cached = new LRUCache({
      max: MAX_CACHED,
      maxSize: maxGrants,
      sizeCalculation: ({ access }, key) => access.size + Math.ceil(key.length / TEXT),
      ttl: MAX_AGE_MS,
    });
  }

  /**
   * Runs what only reads, while the store is asked whether what is known of the caller still holds; where it does not,
   * what came of it is dropped, and it runs again. Throws UNAUTHENTICATED for a token that is good no more.
   */
  async reading<T>(caller: Caller, run: (access: Access) => Promise<T>): Promise<T> {
    const key = keyOf(caller);
    const asked = this.#versionsOf(caller);
    const known = this.#cached.get(key);
    if (!known) return run(await this.#load(caller, key, await asked));
    const outcome = run(known.access);
    // Where it does not count, neither does its failure.
    outcome.catch(() => {});
    const turn = await asked;
    return turn === known.turn ? outcome : run(await this.#load(caller, key, turn));
  }

  /**
   * Runs a check that a transaction repeats. At first it is tentative: it has what was known of the caller last, and the
   * store is not asked whether that still holds. Only where that fails does it run again with what holds now, and decide.
   * Throws UNAUTHENTICATED for a token that is good no more.
   */
  async checking(caller: Caller, run: (access: Access, isTentative: boolean) => Promise<unknown>): Promise<void> {
    const known = this.#cached.get(keyOf(caller));
    const isPassed =
      known !== undefined &&
      (await run(known.access, true).then(
        () => true,
        () => false,
      ));
    if (!isPassed) await this.reading(caller, (access) => run(access, false));
  }

  /** What the caller may do, for a transaction that has its turn. Throws UNAUTHENTICATED for a token that is good no more. */
  async within(tx: Database, caller: Caller): Promise<Access> {
    const key = keyOf(caller);
    const turns = await Promise.all(rootsOf(caller).map((root) => grantsVersionOf(tx, root)));
    const turn = sum(turns);
    const known = this.#cached.get(key);
    if (known?.turn === turn) return known.access;
    // Nor is what a transaction reads kept: it may not be committed.
    this.#cached.delete(key);
    return loadAccess(tx, caller);
  }

  /** The turn was asked for before: what is read now can be newer than it says, never older. */
  async #load(caller: Caller, key: string, turn: number): Promise<Access> {
    const access = await loadAccess(this.db, caller);
    this.#cached.set(key, { turn, access });
    return access;
  }

  async #versionsOf(caller: Caller): Promise<number> {
    const [own, ...others] = rootsOf(caller);
    if (others.length === 0) return this.#versionOf(own!);
    return sum(await Promise.all([own!, ...others].map((root) => this.#versionOf(root))));
  }

  /** While the store is being asked, all who come meanwhile share the next question: it is asked after they came. */
  #versionOf(root: string): Promise<number> {
    const asking = this.#pending.get(root);
    if (!asking) return this.#ask(root);
    asking.next ??= asking.answer.then(
      () => this.#ask(root),
      () => this.#ask(root),
    );
    return asking.next;
  }

  #ask(root: string): Promise<number> {
    const asking: PendingRead = { answer: grantsVersionOf(this.db, root) };
    this.#pending.set(root, asking);
    const answered = () => {
      if (!asking.next) this.#pending.delete(root);
    };
    asking.answer.then(answered, answered);
    return asking.answer;
  }
}

/** Tokens of one identity that differ in what they allow, or in whether they are still good, are different callers. */
function keyOf({ identityUid, generation = 0, session, provider, actors = [], narrowing = {} }: Caller): string {
  const { capabilities, groups } = narrowing;
  const ends = [generation, session, provider, ...actors];
  const isPlain = ends.every((end) => !end) && !capabilities && !groups;
  return isPlain ? identityUid : `${identityUid} ${JSON.stringify([ends, capabilities, groups])}`;
}

/**
 * The organizations in which something may end what is known of a caller. A token can be exchanged for one of another
 * organization's identity, and ends with its session, identity provider or actors all the same.
 */
function rootsOf({ identityUid, session, provider, actors = [] }: Caller): string[] {
  const uids = [identityUid, session, provider?.uid, ...actors.map((actor) => actor.identityUid)];
  return [...new Set(uids.flatMap((uid) => (uid === undefined ? [] : [rootOf(uid)])))];
}

/** Turns only rise, and so does their sum, which tells whether any of them did. */
const sum = (turns: readonly number[]): number => turns.reduce((total, turn) => total + turn, 0);
