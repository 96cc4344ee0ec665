import type { AuditEvent } from "../../store";

/** The maximum number of successful events that are buffered individually. */
const MAX_EVENTS = 10_000;
/** The maximum numbers of distinct failures, in total and per address. */
const MAX_FAILURES = 200;
const MAX_FAILURES_PER_ADDRESS = 10;

/**
 * Buffers audit events between two writes to the store, in bounded memory: similar failures become one event with a
 * count. If too many are distinct, those of one address are counted together, then those of all addresses, by action
 * and outcome.
 */
export class AuditBuffer {
  #events: AuditEvent[] = [];
  readonly #failures = new Map<string, AuditEvent>();
  readonly #failuresByAddress = new Map<string, number>();

  /** The number of events to write. */
  get size(): number {
    return this.#events.length + this.#failures.size;
  }

  add(event: AuditEvent): void {
    if (event.outcome !== "OK") this.#count(event);
    else if (this.#events.length < MAX_EVENTS) this.#events.push(event);
    else this.#countAs(withoutCaller(event));
  }

  /** Removes and returns the buffered events. */
  take(): AuditEvent[] {
    const all = [...this.#events, ...this.#failures.values()];
    this.#events = [];
    this.#failures.clear();
    this.#failuresByAddress.clear();
    return all;
  }

  #count(event: AuditEvent): void {
    const { address = "" } = event;
    const own = this.#failuresByAddress.get(address) ?? 0;
    const isFull = this.#failures.size >= MAX_FAILURES;
    if (this.#failures.has(keyOf(event))) this.#countAs(event);
    else if (isFull || own >= MAX_FAILURES_PER_ADDRESS) {
      const coarse = withoutDetails(event);
      this.#countAs(isFull && !this.#failures.has(keyOf(coarse)) ? withoutCaller(event) : coarse);
    } else {
      this.#failuresByAddress.set(address, own + 1);
      this.#countAs(event);
    }
  }

  #countAs(event: AuditEvent): void {
    const key = keyOf(event);
    const known = this.#failures.get(key);
    const count = (known ? (known.count ?? 1) : 0) + (event.count ?? 1);
    this.#failures.set(key, { ...(known ?? event), ...(count > 1 ? { count } : {}) });
  }
}

/** Returns the key of similar failures: all members except the request, its time and its token. */
const keyOf = ({ action, outcome, reason, actor, resource, issuer, subject, address, values }: AuditEvent): string =>
  JSON.stringify([action, outcome, reason, actor, resource, issuer, subject, address, values]);

const TOO_MANY = "too many distinct failures in one second";

const withoutDetails = (event: AuditEvent): AuditEvent => ({
  ...withoutCaller(event),
  ...(event.address === undefined ? {} : { address: event.address }),
});

const withoutCaller = ({ createTime, action, outcome, count }: AuditEvent): AuditEvent => ({
  createTime,
  action,
  outcome,
  reason: TOO_MANY,
  actor: "",
  ...(count === undefined ? {} : { count }),
});
