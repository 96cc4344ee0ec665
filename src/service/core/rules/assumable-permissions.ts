import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { isExpired } from "../../../access";
import { PlatformError, retryLater, rootOf } from "../../../api";
import type { Capability } from "../../../model";
import { TokenBuckets } from "../../net/token-buckets";
import {
  type Database,
  grantsVersionBefore,
  identities,
  resources,
  type StoredResource,
  searchIndex,
} from "../../store";
import { activeBindings, capabilitiesOf, earliestExpiry, groupOf } from "../access";

/** Capabilities that a role grants in groups. */
export interface Requirement {
  readonly capabilities: readonly Capability[];
  readonly groups: readonly string[];
}

const LIMITS = {
  /** The maximum number of identities that an identity's tokens may assume, for callers other than owners to change it. */
  maxReachable: 5_000,
  /** The same within a transaction, which other writes of the organization wait for. */
  maxReachableInTransaction: 100,
  /**
   * The identities and role bindings that may be read for one organization: about a tenth of a process's time. `burst`
   * is the bucket's capacity, and `perSecond` its refill rate.
   */
  perSecond: 2_000,
  burst: 10_000,
};

/** The number of identities per query. Other requests run in between. */
const BATCH = 250;
const MAX_ORGANIZATIONS = 10_000;
/** The maximum number of cached results, and of the groups in them. */
const MAX_CACHED = 1_000;
const MAX_GROUPS = 100_000;
const MAX_AGE_MS = 60_000;

interface Question {
  readonly db: Database;
  readonly root: string;
  readonly uids: readonly string[];
  readonly now: string;
}

interface Known {
  readonly version: number;
  readonly requirements: readonly Requirement[];
  /** When the first of the role bindings expires (RFC 3339). */
  readonly expirationTime: string | undefined;
}

/**
 * Finds what the identities that an identity's tokens may assume are permitted to do, directly or through others. A
 * result is cached until a write changes permissions in the organization, so that a transaction only has to verify that
 * none did. The number of identities and role bindings that are read for an organization is limited.
 */
export class AssumablePermissions {
  readonly #limits: Readonly<typeof LIMITS>;
  readonly #budget: TokenBuckets;
  readonly #known: LRUCache<string, Known>;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(
    /** Returns the issuer of the platform's own tokens. */
    private readonly authUrl: () => string,
    limits: Partial<typeof LIMITS> = {},
  ) {
    this.#limits = { ...LIMITS, ...limits };
    this.#budget = new TokenBuckets({
      capacity: this.#limits.burst,
      perSecond: this.#limits.perSecond,
      maxKeys: MAX_ORGANIZATIONS,
      now: () => performance.now(),
    });
    this.#known = new LRUCache({
      max: MAX_CACHED,
      maxSize: MAX_GROUPS,
      sizeCalculation: ({ requirements }) => 1 + requirements.reduce((sum, { groups }) => sum + groups.length, 0),
      ttl: MAX_AGE_MS,
    });
  }

  /**
   * Returns the permissions of identities of one organization at `now` (RFC 3339), and of the identities that their
   * tokens may assume.
   * Throws PERMISSION_DENIED if there are too many, RESOURCE_EXHAUSTED if too many were read for the organization, and
   * UNAVAILABLE if permissions changed before the transaction.
   */
  async requirements(db: Database, uids: readonly string[], now: string): Promise<readonly Requirement[]> {
    const [first] = uids;
    if (first === undefined) return [];
    const root = rootOf(first);
    const { maxReachable, maxReachableInTransaction } = this.#limits;
    // Waiting in a transaction for others, which may need its connection, would be a deadlock.
    if (db.isTransaction)
      return this.#find({ db, root, uids, now }, maxReachableInTransaction, () =>
        retryLater("UNAVAILABLE", "Unavailable: permissions in the organization changed meanwhile; try again", 1),
      );
    return this.#oneByOne(root, () =>
      this.#find(
        { db, root, uids, now },
        maxReachable,
        () =>
          new PlatformError(
            "PERMISSION_DENIED",
            `Permission denied: tokens of the identity can assume more than ${maxReachable} other identities, directly or ` +
              "through others; have an owner of the organization make the change, or delete those identities first",
          ),
      ),
    );
  }

  async #find({ db, root, uids, now }: Question, max: number, tooMany: () => PlatformError) {
    // The version is read first: the result can be newer than its version, but never older.
    const version = await grantsVersionBefore(db, root);
    const key = uids.join(" ");
    const known = this.#known.get(key);
    if (known?.version === version && !isExpired(known.expirationTime, now)) return known.requirements;
    const left = this.#budget.available(root);
    if (left <= 0 && !db.isTransaction) throw exhausted(Math.ceil(-left / this.#limits.perSecond));
    const granted = new Map<string, Set<string>>();
    const temporary: StoredResource[] = [];
    for await (const batch of this.#identities(db, root, uids, max, tooMany)) {
      const bindings = await activeBindings(db, batch, now);
      this.#budget.take(root, batch.length + bindings.length);
      temporary.push(...bindings.filter(({ fields }) => fields.expirationTime));
      for (const binding of bindings) {
        const role = String(binding.fields.roleUid);
        const groups = granted.get(role) ?? new Set();
        granted.set(role, groups.add(groupOf(binding)));
      }
      if (!db.isTransaction) await setImmediate();
    }
    const roles = await resources.getMany(db, "Role", granted.keys());
    const requirements = [...granted].map(([role, groups]) => ({
      capabilities: capabilitiesOf(roles.get(role)?.fields.capabilities),
      groups: [...groups],
    }));
    if (!db.isTransaction) this.#known.set(key, { version, requirements, expirationTime: earliestExpiry(temporary) });
    return requirements;
  }

  /**
   * Returns, in batches, the identities and those of their organization that their tokens may assume: these have the
   * platform as issuer and the uid as subject. Patterns cannot match the platform's own tokens.
   */
  async *#identities(db: Database, root: string, uids: readonly string[], max: number, tooMany: () => PlatformError) {
    const issuer = this.authUrl();
    const reached = [...new Set(uids)];
    const known = new Set(reached);
    const most = reached.length + max;
    for (let start = 0; start < reached.length; ) {
      const batch = reached.slice(start, start + BATCH);
      start += batch.length;
      yield batch;
      const claims = batch.map((subject) => identities.claimIndexValue({ issuer, subject }));
      const within = { below: root, limit: most + 1 };
      for (const next of await searchIndex.find(db, "Identity", identities.CLAIM_FIELD, claims, within))
        if (!known.has(next)) {
          known.add(next);
          reached.push(next);
        }
      if (reached.length > most) throw tooMany();
    }
  }

  /** Runs an organization's searches one after the other, so that each sees what the previous one used and found. */
  async #oneByOne<T>(root: string, find: () => Promise<T>): Promise<T> {
    const previous = this.#running.get(root);
    const own = previous ? previous.then(find, find) : find();
    this.#running.set(root, own);
    try {
      return await own;
    } finally {
      if (this.#running.get(root) === own) this.#running.delete(root);
    }
  }
}

const exhausted = (seconds: number): PlatformError =>
  retryLater(
    "RESOURCE_EXHAUSTED",
    "Resource exhausted: too many identities had to be checked for recent changes of the organization's " +
      "identities; try again later, or have an owner of the organization make the change",
    Math.max(1, seconds),
  );
