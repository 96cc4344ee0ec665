import { randomUUID } from "node:crypto";
import { type Code, changedFields, everything, PlatformError, parentUidOf } from "../api";
import { type Field, type JsonObject, type Resource, type ResourceDefinition, sentence, singular } from "../model";
import { type CallerAccess, listingNeeds } from "./caller-access";
import { DEFAULT_TIMEOUT, type PlatformClient } from "./client";
import type { CallOptions } from "./collection";
import { type Deadline, sleep, withDeadline } from "./http/deadline";
import { defaultRetry, pauseBefore, type RetryPolicy } from "./http/retry";
import { JustMade } from "./just-made";
import { TokenRefusedError } from "./tokens/renewed-token";
import type { Unfinished, UnfinishedCreates, Wanted } from "./unfinished-creates";

export interface CreatorOptions {
  readonly retry?: RetryPolicy;
  /** Where keys are left to the next run, if anywhere. */
  readonly unfinished?: UnfinishedCreates;
  /** Tells what is gone from what may not be seen; without it, NOT_FOUND is taken for gone. */
  readonly access?: CallerAccess;
}

/**
 * Creates that happen once. A create carries a key; a service that remembers keys says so in its answer, and then the
 * same create can be sent as often as need be. Until a service has said so, what looks the same is listed before a
 * create, and again if its answer is lost: one that is new is what was made, several are an error that names them.
 * Below what this process made a moment ago, a create that is refused is tried again for some seconds. One whose outcome
 * is not known in the end leaves its key to the next run, which is then told what the service made, if anything.
 */
export class Creator {
  readonly #client: PlatformClient;
  readonly #retry: RetryPolicy;
  readonly #unfinished: UnfinishedCreates | undefined;
  readonly #access: CallerAccess | undefined;
  readonly #made = new JustMade();
  readonly #turns = new Map<string, Promise<unknown>>();
  #keysAreKept = false;

  constructor(client: PlatformClient, { retry = defaultRetry, unfinished, access }: CreatorOptions = {}) {
    this.#client = client;
    this.#retry = retry;
    this.#unfinished = unfinished;
    this.#access = access;
  }

  /** Throws PlatformError; ABORTED where a lost answer leaves several candidates. */
  async create(
    definition: ResourceDefinition,
    parentUid: string,
    body: JsonObject,
    { timeoutMs = DEFAULT_TIMEOUT, signal }: CallOptions = {},
  ): Promise<Resource> {
    const what = `Creating a ${singular(definition)} in ${parentUid}`;
    const created = await withDeadline(what, { timeoutMs, signal }, async (deadline) => {
      const asked = { definition, parentUid, body };
      const unfinished = await this.#unfinished?.of(asked, { signal: deadline.signal });
      const wanted = { ...asked, unfinished, attempts: { isUncertain: false } };
      for (let left = unfinished?.take(); left !== undefined; left = unfinished?.take()) {
        const repeated = await this.#once({ ...wanted, key: left }, deadline);
        // What an earlier run made may have been imported or deleted since; the service answers with it all the same.
        if (await this.#stands(definition, repeated, deadline)) return repeated;
      }
      return this.#once({ ...wanted, key: randomUUID() }, deadline);
    });
    this.#made.note(created.uid as string);
    return created;
  }

  /**
   * Whether a create with this body would repeat one of an earlier run whose outcome is unknown, and may so return the
   * resource `uid`. Sends nothing but what tells who the caller is. Throws PlatformError.
   */
  async mayReturn(
    uid: string,
    definition: ResourceDefinition,
    parentUid: string,
    body: JsonObject,
    { signal }: CallOptions = {},
  ): Promise<boolean> {
    if (!this.#unfinished || this.#unfinished.wasImported(uid)) return false;
    return (await this.#unfinished.of({ definition, parentUid, body }, { signal })).isLeft;
  }

  /** To be told of a resource that is taken over: it is no create's from then on. */
  noteImport(uid: string): void {
    this.#unfinished?.noteImport(uid);
  }

  /** To be told of a resource that the state has. */
  noteManaged(uid: string): void {
    this.#unfinished?.noteManaged(uid);
  }

  /** To be called when a run has ended in order, so that all it made is in the state. */
  end(): void {
    this.#unfinished?.forgetMade();
  }

  async #once(order: Order, deadline: Deadline): Promise<Resource> {
    const { parentUid, key, unfinished } = order;
    const work = () =>
      this.#made.tolerate(parentUid, deadline, () =>
        this.#keysAreKept ? this.#send(order, deadline) : this.#inTurn(order, () => this.#watched(order, deadline)),
      );
    try {
      return await (unfinished ? unfinished.during(key, work, mayBeMade) : work());
    } catch (error) {
      throw order.attempts.isUncertain && mayBeMade(error) ? outcomeUnknown(order, error) : error;
    }
  }

  async #stands(definition: ResourceDefinition, { uid }: Resource, { signal }: Deadline): Promise<boolean> {
    if (this.#unfinished?.wasImported(uid as string)) return false;
    try {
      await this.#client.collection(definition).get(uid as string, { signal });
      return true;
    } catch (error) {
      if (!(error instanceof PlatformError && error.code === "NOT_FOUND")) throw error;
    }
    const place = parentUidOf(definition, uid as string);
    if (place !== undefined) await this.#mustSee(definition, place, "an earlier run may have created it", { signal });
    return false;
  }

  /** Throws where it is not known that the caller may list what it looks for: nothing may be created a second time. */
  async #mustSee(definition: ResourceDefinition, place: string, reason: string, options: CallOptions): Promise<void> {
    if (!this.#access || (await this.#access.mayList(definition, place, options)) === "visible") return;
    throw new PlatformError(
      "ABORTED",
      `The ${singular(definition)} may exist already (${reason}) but be hidden from this identity: ` +
        `${listingNeeds(definition).join(" and ")} is needed at ${place}`,
    );
  }

  async #send(
    { definition, parentUid, body, key, attempts }: Order,
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
      onKeyKept: () => {
        this.#keysAreKept = true;
      },
    });
  }

  /** Creates at a service that may not remember keys. */
  async #watched(order: Order, deadline: Deadline): Promise<Resource> {
    const before = new Set((await this.#lookalikes(order, deadline)).map(({ uid }) => uid));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send(order, deadline, true);
      } catch (error) {
        if (!isUncertain(error) || deadline.signal.aborted) throw error;
        if (this.#keysAreKept) return this.#send(order, deadline);
        await sleep(pauseBefore(attempt + 1, this.#retry, undefined), deadline.signal);
        const after = await this.#lookalikes(order, deadline);
        const candidates = after.filter(({ uid }) => !before.has(uid) && !this.#made.has(uid as string));
        const [made, ...others] = candidates;
        if (made && others.length === 0 && !tellsOnlyOnce(order.definition)) return made;
        if (made) throw uncertain(order, candidates, error);
        await this.#mustSee(order.definition, order.parentUid, "the answer was lost", { signal: deadline.signal });
        if (attempt === this.#retry.attempts) throw error;
      }
    }
  }

  /** What stands directly below the parent and says all that the body says. */
  async #lookalikes({ definition, parentUid, body }: Order, { signal }: Deadline): Promise<Resource[]> {
    const name = definition.filters.name && body.name ? { name: body.name } : {};
    const query = { childrenOf: parentUid, ...everything(definition), ...name };
    const found: Resource[] = [];
    for await (const item of this.#client.collection(definition).list(query, { signal })) {
      const changed = changedFields(definition, item as JsonObject, body);
      if (!changed.some((field) => field in body && !hides(definition.fields[field]!))) found.push(item);
    }
    return found;
  }

  /** Those that look the same go one after the other, or each could take the other's for its own. */
  async #inTurn<T>({ definition, parentUid, body }: Order, work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify([definition.name, parentUid, body]);
    const before = this.#turns.get(name);
    const turn = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    this.#turns.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    }
  }
}

interface Order extends Wanted {
  readonly body: JsonObject;
  readonly key: string;
  readonly unfinished: Unfinished | undefined;
  /** Whether one of the attempts to send it may have been carried out. */
  readonly attempts: { isUncertain: boolean };
}

/** Whether the service may have done what it gave no good answer to. */
const isUncertain = (error: unknown): error is PlatformError => error instanceof PlatformError && error.http >= 500;

/** What a service answers that has looked at a create, and at its key: then there is nothing to be told of later. */
const refusals: readonly Code[] = [
  "INVALID_ARGUMENT",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "FAILED_PRECONDITION",
  "UNIMPLEMENTED",
];

const mayBeMade = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && (error instanceof TokenRefusedError || !refusals.includes(error.code));

/** A create of which it is not known whether it was done. */
export class OutcomeUnknownError extends PlatformError {}

function outcomeUnknown({ definition, parentUid, body }: Order, error: PlatformError): PlatformError {
  const { code, http, details, metadata } = error;
  const type = singular(definition);
  const name = typeof body.name === "string" ? ` named ${JSON.stringify(body.name)}` : "";
  return new OutcomeUnknownError(
    code,
    `${sentence(error.message)} The ${type} may have been created: before you create it elsewhere, look ` +
      `for a ${type}${name} directly in ${parentUid}`,
    { http, details, metadata, cause: error },
  );
}

/** Whether a field, or one inside it, is not returned. */
const hides = ({ writeOnly, members, element }: Field): boolean =>
  writeOnly === true || Object.values(members ?? {}).some(hides) || (element !== undefined && hides(element));

/** Whether the answer that was lost told something that is never told again. */
const tellsOnlyOnce = ({ fields }: ResourceDefinition): boolean =>
  Object.values(fields).some(({ onlyInCreate }) => onlyInCreate);

function uncertain({ definition }: Order, candidates: readonly Resource[], cause: PlatformError): PlatformError {
  const uids = candidates.map(({ uid }) => uid).join(", ");
  return new PlatformError(
    "ABORTED",
    `The answer to a create was lost, and it cannot be told which of these is what it made: ${uids}. Import the ` +
      `${singular(definition)} by its uid, or delete it, before creating again`,
    { cause },
  );
}
