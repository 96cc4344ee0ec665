import type { AuditEvent } from "../../store";

/** The maximum number of successful events that are buffered individually. */
const MAX_EVENTS = 10_000;
/** The maximum numbers of distinct failures, in total and per address. */
const MAX_REFUSALS = 200;
const MAX_REFUSALS_OF_ADDRESS = 10;

/**
 * Buffers audit events between two writes to the store, in bounded memory: similar failures become one event with a
 * count. If too many are distinct, those of one address are counted together, then those of all addresses, by action
 * and outcome.
 */
export class AuditBuffer {
  #events: AuditEvent[] = [];
  readonly #refusals = new Map<string, AuditEvent>();
  readonly #ofAddress = new Map<string, number>();

  /** The number of events to write. */
  get size(): number {
    return this.#events.length + this.#refusals.size;
  }

  add(event: AuditEvent): void {
    if (event.outcome !== "OK") this.#count(event);
    else if (this.#events.length < MAX_EVENTS) this.#events.push(event);
    else this.#countAs(inAll(event));
  }

  /** Removes and returns the buffered events. */
  take(): AuditEvent[] {
    const all = [...this.#events, ...this.#refusals.values()];
    this.#events = [];
    this.#refusals.clear();
    this.#ofAddress.clear();
    return all;
  }

  #count(event: AuditEvent): void {
    const { address = "" } = event;
    const own = this.#ofAddress.get(address) ?? 0;
    const isFull = this.#refusals.size >= MAX_REFUSALS;
    if (this.#refusals.has(keyOf(event))) this.#countAs(event);
    else if (isFull || own >= MAX_REFUSALS_OF_ADDRESS) {
      const coarse = withoutDetails(event);
      this.#countAs(isFull && !this.#refusals.has(keyOf(coarse)) ? inAll(event) : coarse);
    } else {
      this.#ofAddress.set(address, own + 1);
      this.#countAs(event);
    }
  }

  #countAs(event: AuditEvent): void {
    const key = keyOf(event);
    const known = this.#refusals.get(key);
    const count = (known ? (known.count ?? 1) : 0) + (event.count ?? 1);
    this.#refusals.set(key, { ...(known ?? event), ...(count > 1 ? { count } : {}) });
  }
}

/** Returns the key of similar failures: all members except the request, its time and its token. */
const keyOf = ({ action, outcome, reason, actor, resource, issuer, subject, address, values }: AuditEvent): string =>
  JSON.stringify([action, outcome, reason, actor, resource, issuer, subject, address, values]);

const MANY = "too many in one second to keep them apart";

const withoutDetails = (event: AuditEvent): AuditEvent => ({
  ...inAll(event),
  ...(event.address === undefined ? {} : { address: event.address }),
});

const inAll = ({ createTime, action, outcome, count }: AuditEvent): AuditEvent => ({
  createTime,
  action,
  outcome,
  reason: MANY,
  actor: "",
  ...(count === undefined ? {} : { count }),
});
