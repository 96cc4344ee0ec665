import { randomUUID } from "node:crypto";
import { type Code, changedFields, PlatformError, parentUidOf, unfilteredQuery } from "../api";
import {
  type Field,
  humanize,
  type JsonObject,
  nameWithArticle,
  type Resource,
  type ResourceDefinition,
  withPeriod,
} from "../model";
import { type CallerAccess, requiredToList } from "./caller-access";
import { DEFAULT_TIMEOUT, type PlatformClient } from "./client";
import type { CallOptions } from "./collection";
import { type Deadline, sleep, withDeadline } from "./http/deadline";
import { defaultRetry, type RetryPolicy, retryDelay } from "./http/retry";
import { RecentCreates } from "./recent-creates";
import { TokenRejectedError } from "./tokens/renewed-token";
import type { CreateRequest, Unfinished, UnfinishedCreates } from "./unfinished-creates";

export interface CreatorOptions {
  readonly retry?: RetryPolicy;
  /** Stores the keys of unfinished create requests for the next run, if set. */
  readonly unfinished?: UnfinishedCreates;
  /** Distinguishes deleted from hidden resources; without it, NOT_FOUND means deleted. */
  readonly access?: CallerAccess;
}

/**
 * Makes create requests idempotent. Each one carries an idempotency key. A service that stores keys confirms it in its
 * response, and the request can then be retried freely. Until a service has confirmed it, resources with the same values
 * are listed before a create request, and again if the response is lost: a single new resource is the created one; if
 * there are several, the error lists them. A create request below a resource that this process has just created is
 * retried for a few seconds if it is rejected. If the outcome remains unknown, the key is stored so that the next run
 * can retry the request and find out what was created.
 */
export class IdempotentCreator {
  readonly #client: PlatformClient;
  readonly #retry: RetryPolicy;
  readonly #unfinished: UnfinishedCreates | undefined;
  readonly #access: CallerAccess | undefined;
  readonly #recentCreates = new RecentCreates();
  readonly #locks = new Map<string, Promise<unknown>>();
  #keysAreStored = false;

  constructor(client: PlatformClient, { retry = defaultRetry, unfinished, access }: CreatorOptions = {}) {
    this.#client = client;
    this.#retry = retry;
    this.#unfinished = unfinished;
    this.#access = access;
  }

  /** Creates a resource. Throws PlatformError; ABORTED if a lost response leaves several candidates. */
  async create(
    definition: ResourceDefinition,
    parentUid: string,
    body: JsonObject,
    { timeoutMs = DEFAULT_TIMEOUT, signal }: CallOptions = {},
  ): Promise<Resource> {
    const what = `Creating ${nameWithArticle(definition.name)} in ${parentUid}`;
    const created = await withDeadline(what, { timeoutMs, signal }, async (deadline) => {
      const request = { definition, parentUid, body };
      const unfinished = await this.#unfinished?.of(request, { signal: deadline.signal });
      const pending = { ...request, unfinished, attempts: { isUncertain: false, isExecuted: false } };
      for (let left = unfinished?.take(); left !== undefined; left = unfinished?.take()) {
        const repeated = await this.#repeat({ ...pending, key: left }, deadline);
        if (repeated) return repeated;
      }
      return this.#createOnce({ ...pending, key: randomUUID() }, (ready) =>
        this.#sendUntilParentVisible(ready, deadline),
      );
    });
    this.#recentCreates.record(created.uid);
    return created;
  }

  /**
   * Reports whether creating a resource with this body would retry an unfinished request of an earlier run, which may
   * have created `uid`. Sends only the requests that identify the caller. Throws PlatformError.
   */
  async mayResume(
    uid: string,
    definition: ResourceDefinition,
    parentUid: string,
    body: JsonObject,
    { signal }: CallOptions = {},
  ): Promise<boolean> {
    if (!this.#unfinished || this.#unfinished.wasImported(uid)) return false;
    return (await this.#unfinished.of({ definition, parentUid, body }, { signal })).hasKey;
  }

  /** Records an imported resource, which must not be returned for a create request afterwards. */
  recordImport(uid: string): void {
    this.#unfinished?.recordImport(uid);
  }

  /** Records a resource that the state contains. */
  recordManaged(uid: string): void {
    this.#unfinished?.recordManaged(uid);
  }

  /** Ends a run that completed normally, so that all resources it created are in the state. */
  end(): void {
    this.#unfinished?.deleteCreated();
  }

  /**
   * Retries an unfinished create request of an earlier run. Returns undefined if the resource that it created was imported or
   * deleted since, because the service still returns it for its key. The key is kept until that is known.
   */
  #repeat(pending: PendingCreate, deadline: Deadline): Promise<Resource | undefined> {
    return this.#createOnce(pending, async (ready) => {
      const repeated = await this.#sendUntilParentVisible(ready, deadline);
      ready.attempts.isExecuted = true;
      return (await this.#exists(ready.definition, repeated, deadline)) ? repeated : undefined;
    });
  }

  /** Runs an operation that sends the key, which is kept for the next run if the outcome is unknown. */
  async #createOnce<T extends Resource | undefined>(
    pending: PendingCreate,
    operation: (pending: PendingCreate) => Promise<T>,
  ): Promise<T> {
    const { key, unfinished, attempts } = pending;
    const isUnfinished = (error: unknown) => attempts.isExecuted || mayHaveBeenCreated(error);
    const work = () => operation(pending);
    try {
      return await (unfinished ? unfinished.withStoredKey(key, work, isUnfinished) : work());
    } catch (error) {
      const isUnknown = attempts.isExecuted || (attempts.isUncertain && mayHaveBeenCreated(error));
      throw isUnknown && error instanceof PlatformError ? outcomeUnknown(pending, error) : error;
    }
  }

  #sendUntilParentVisible(pending: PendingCreate, deadline: Deadline): Promise<Resource> {
    return this.#recentCreates.retryUntilVisible(pending.parentUid, deadline, () =>
      this.#keysAreStored
        ? this.#send(pending, deadline)
        : this.#withLock(pending, () => this.#createWithoutKeys(pending, deadline)),
    );
  }

  async #exists(definition: ResourceDefinition, { uid }: Resource, { signal }: Deadline): Promise<boolean> {
    if (this.#unfinished?.wasImported(uid)) return false;
    try {
      await this.#client.collection(definition).get(uid, { signal });
      return true;
    } catch (error) {
      if (!(error instanceof PlatformError && error.code === "NOT_FOUND")) throw error;
    }
    const place = parentUidOf(definition, uid);
    if (place !== undefined)
      await this.#requireAccess(definition, place, "an earlier run may have created it", { signal });
    return false;
  }

  /** Throws unless the caller can list the resource type; otherwise, retrying could create a duplicate. */
  async #requireAccess(
    definition: ResourceDefinition,
    place: string,
    reason: string,
    options: CallOptions,
  ): Promise<void> {
    if (!this.#access || (await this.#access.canList(definition, place, options)) === "visible") return;
    throw new PlatformError(
      "ABORTED",
      `The ${humanize(definition.name)} may already exist (${reason}), but this identity cannot see it: ` +
        `grant it ${requiredToList(definition).join(" and ")} on ${place}`,
    );
  }

  async #send(
    { definition, parentUid, body, key, attempts }: PendingCreate,
    deadline: Deadline,
    sendOnce = false,
  ): Promise<Resource> {
    return this.#client.collection(definition).create(parentUid, body, {
      signal: deadline.signal,
      timeoutMs: deadline.remainingMs(),
      idempotencyKey: key,
      sendOnce,
      onUncertain: () => {
        attempts.isUncertain = true;
      },
      onKeyStored: () => {
        this.#keysAreStored = true;
      },
    });
  }

  /** Creates a resource with a service that may not store idempotency keys. */
  async #createWithoutKeys(pending: PendingCreate, deadline: Deadline): Promise<Resource> {
    const before = new Set((await this.#listMatching(pending, deadline)).map(({ uid }) => uid));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send(pending, deadline, true);
      } catch (error) {
        if (!isUncertain(error) || deadline.signal.aborted) throw error;
        if (this.#keysAreStored) return this.#send(pending, deadline);
        await sleep(retryDelay(attempt + 1, this.#retry, undefined), deadline.signal);
        const after = await this.#listMatching(pending, deadline);
        const candidates = after.filter(({ uid }) => !before.has(uid) && !this.#recentCreates.has(uid));
        const [created, ...others] = candidates;
        if (created && others.length === 0 && !hasCreateOnlyOutputs(pending.definition)) return created;
        if (created) throw severalCandidates(pending, candidates, error);
        await this.#requireAccess(pending.definition, pending.parentUid, "the response was lost", {
          signal: deadline.signal,
        });
        if (attempt === this.#retry.attempts) throw error;
      }
    }
  }

  /** Returns the direct children of the parent whose values match the body. */
  async #listMatching({ definition, parentUid, body }: PendingCreate, { signal }: Deadline): Promise<Resource[]> {
    const name = definition.filters.name && body.name ? { name: body.name } : {};
    const query = { childrenOf: parentUid, ...unfilteredQuery(definition), ...name };
    const found: Resource[] = [];
    for await (const item of this.#client.collection(definition).list(query, { signal })) {
      const changed = changedFields(definition, item, body);
      const readable = Object.entries(definition.fields).filter(([, field]) => !isWriteOnly(field));
      if (!readable.some(([name]) => name in body && changed.includes(name))) found.push(item);
    }
    return found;
  }

  /** Serializes create requests with the same values, which could otherwise mistake each other's resource for their own. */
  async #withLock<T>({ definition, parentUid, body }: PendingCreate, work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify([definition.name, parentUid, body]);
    const before = this.#locks.get(name);
    const lock = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    this.#locks.set(name, lock);
    try {
      return await lock;
    } finally {
      if (this.#locks.get(name) === lock) this.#locks.delete(name);
    }
  }
}

interface PendingCreate extends CreateRequest {
  readonly body: JsonObject;
  readonly key: string;
  readonly unfinished: Unfinished | undefined;
  /** Whether any attempt may have been executed, and whether one certainly was. */
  readonly attempts: { isUncertain: boolean; isExecuted: boolean };
}

/** Reports whether the service may have executed a request that failed. */
const isUncertain = (error: unknown): error is PlatformError => error instanceof PlatformError && error.http >= 500;

/** Codes that prove the service has evaluated the request, so that its outcome is final. */
const finalCodes: readonly Code[] = [
  "INVALID_ARGUMENT",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "FAILED_PRECONDITION",
  "UNIMPLEMENTED",
];

const mayHaveBeenCreated = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && (error instanceof TokenRejectedError || !finalCodes.includes(error.code));

/** A create request whose outcome is unknown. */
export class OutcomeUnknownError extends PlatformError {}

function outcomeUnknown({ definition, parentUid, body }: PendingCreate, error: PlatformError): PlatformError {
  const { code, http, details, metadata } = error;
  const noun = humanize(definition.name);
  const name = typeof body.name === "string" ? ` named ${JSON.stringify(body.name)}` : "";
  return new OutcomeUnknownError(
    code,
    `${withPeriod(error.message)} The ${noun} may have been created. Before creating it again, check ` +
      `for ${nameWithArticle(definition.name)}${name} in ${parentUid}`,
    { http, details, metadata, cause: error },
  );
}

/** Reports whether a field or one of its members is write-only. */
const isWriteOnly = ({ writeOnly, members, element }: Field): boolean =>
  writeOnly === true ||
  Object.values(members ?? {}).some(isWriteOnly) ||
  (element !== undefined && isWriteOnly(element));

/** Reports whether the lost response contained values that are returned only once. */
const hasCreateOnlyOutputs = ({ fields }: ResourceDefinition): boolean =>
  Object.values(fields).some(({ onlyInCreate }) => onlyInCreate);

function severalCandidates(
  { definition }: PendingCreate,
  candidates: readonly Resource[],
  cause: PlatformError,
): PlatformError {
  const uids = candidates.map(({ uid }) => uid).join(", ");
  return new PlatformError(
    "ABORTED",
    `The response to a create request was lost, and several new resources match: ${uids}. Import the ` +
      `${humanize(definition.name)} by its uid, or delete it before retrying`,
    { cause },
  );
}
