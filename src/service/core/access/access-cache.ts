import { LRUCache } from "lru-cache";
import { isExpired } from "../../../access";
import { rootOf } from "../../../api";
import { type Database, grantsVersionOf, type Transaction } from "../../store";
import type { Access } from "./access";
import { type Caller, loadAccess } from "./load";

/**
 * The maximum numbers of cached callers and of their grants in total: a token can be restricted in arbitrarily many
 * ways.
 */
const MAX_CACHED = 10_000;
const MAX_GRANTS = 200_000;
/** The length of a cache key, in characters, that counts as one grant. */
const KEY_CHARACTERS_PER_GRANT = 64;
/**
 * A different version of the service that starts on the same store may change built-in roles, which belong to no
 * organization.
 */
const MAX_AGE_MS = 60_000;

interface CachedAccess {
  readonly version: number;
  readonly access: Access;
}

/** A read of an organization's grants version, and the read queued after it. */
interface PendingRead {
  readonly result: Promise<number>;
  next?: Promise<number>;
}

/**
 * Caches callers' access between requests. Each request checks in the store whether any node has since written
 * something to the caller's organization that may affect permissions, and reloads the access if so. Access is also
 * reloaded once one of its role bindings has expired. A role binding that is created, deleted or expires therefore takes
 * effect with the next request.
 */
export class AccessCache {
  readonly #cached: LRUCache<string, CachedAccess>;

  readonly #pending = new Map<string, PendingRead>();

  constructor(
    private readonly db: Database,
    /** Returns milliseconds since the Unix epoch. */
    private readonly clock: () => number,
    maxGrants = MAX_GRANTS,
  ) {
    this.#cached = new LRUCache({
      max: MAX_CACHED,
      maxSize: maxGrants,
      sizeCalculation: ({ access }, key) => access.size + Math.ceil(key.length / KEY_CHARACTERS_PER_GRANT),
      ttl: MAX_AGE_MS,
    });
  }

  /**
   * Runs a read while checking the cached access; if the access is outdated, discards the result and runs again. Throws
   * UNAUTHENTICATED if the token is no longer valid.
   */
  async read<T>(caller: Caller, run: (access: Access) => Promise<T>): Promise<T> {
    const key = keyOf(caller);
    const reading = this.#versionsOf(caller);
    const cached = this.#current(key);
    if (!cached) return run(await this.#load(caller, key, await reading));
    const outcome = run(cached.access);
    // A discarded result must not cause an unhandled rejection.
    outcome.catch(() => {});
    const version = await reading;
    return version === cached.version ? outcome : run(await this.#load(caller, key, version));
  }

  /**
   * Runs a check that the transaction will repeat. The first run is tentative: it uses the cached access without
   * checking that it is current. If it fails, runs again with the current access, which decides. Throws UNAUTHENTICATED
   * if the token is no longer valid.
   */
  async precheck(caller: Caller, run: (access: Access, isOptimistic: boolean) => Promise<unknown>): Promise<void> {
    const cached = this.#current(keyOf(caller));
    const isPassed =
      cached !== undefined &&
      (await run(cached.access, true).then(
        () => true,
        () => false,
      ));
    if (!isPassed) await this.read(caller, (access) => run(access, false));
  }

  /**
   * Returns the caller's access for a transaction that holds the write lock. Throws UNAUTHENTICATED if the token is no
   * longer valid.
   */
  async inTransaction(tx: Transaction, caller: Caller): Promise<Access> {
    const key = keyOf(caller);
    const version = sum(await Promise.all(rootsOf(caller).map((root) => grantsVersionOf(tx, root))));
    const cached = this.#current(key);
    if (cached?.version === version) return cached.access;
    // Access read in a transaction is not cached because the transaction may not commit.
    this.#cached.delete(key);
    return loadAccess(tx, caller, this.#now());
  }

  /** Returns the cached access unless a role binding in it has expired. */
  #current(key: string): CachedAccess | undefined {
    const cached = this.#cached.get(key);
    return cached && !isExpired(cached.access.expirationTime, this.#now()) ? cached : undefined;
  }

  #now(): string {
    return new Date(this.clock()).toISOString();
  }

  /** The version was read first: the access can be newer than its version, but never older. */
  async #load(caller: Caller, key: string, version: number): Promise<Access> {
    const access = await loadAccess(this.db, caller, this.#now());
    this.#cached.set(key, { version, access });
    return access;
  }

  async #versionsOf(caller: Caller): Promise<number> {
    const roots = rootsOf(caller);
    const [own] = roots;
    // Nearly every caller has one root.
    if (own !== undefined && roots.length === 1) return this.#versionOf(own);
    return sum(await Promise.all(roots.map((root) => this.#versionOf(root))));
  }

  /** Callers that arrive during a read share the next one, so that it starts after they arrived. */
  #versionOf(root: string): Promise<number> {
    const pending = this.#pending.get(root);
    if (!pending) return this.#readVersion(root);
    pending.next ??= pending.result.then(
      () => this.#readVersion(root),
      () => this.#readVersion(root),
    );
    return pending.next;
  }

  #readVersion(root: string): Promise<number> {
    const pending: PendingRead = { result: grantsVersionOf(this.db, root) };
    this.#pending.set(root, pending);
    const finished = () => {
      if (!pending.next) this.#pending.delete(root);
    };
    pending.result.then(finished, finished);
    return pending.result;
  }
}

/** Returns the cache key. Tokens of one identity with different restrictions or validity are different callers. */
function keyOf({ identityUid, generation = 0, session, provider, actors = [], restrictions = {} }: Caller): string {
  const { capabilities, groups } = restrictions;
  const ends = [generation, session, provider, ...actors];
  const isPlain = ends.every((end) => !end) && !capabilities && !groups;
  return isPlain ? identityUid : `${identityUid} ${JSON.stringify([ends, capabilities, groups])}`;
}

/**
 * Returns the organizations in which a write may invalidate the cached access. A token may come from an exchange with
 * another organization's identity, and ends with its session, identity provider and actors.
 */
function rootsOf({ identityUid, session, provider, actors = [] }: Caller): string[] {
  const uids = [identityUid, session, provider?.uid, ...actors.map((actor) => actor.identityUid)];
  return [...new Set(uids.flatMap((uid) => (uid === undefined ? [] : [rootOf(uid)])))];
}

/** Versions only increase, so their sum changes whenever one of them does. */
const sum = (versions: readonly number[]): number => versions.reduce((total, version) => total + version, 0);
