import type { AuditEvent } from "../../store";

/** Events that did not fail are kept one by one, up to here. */
const MAX_EVENTS = 10_000;
/** Refusals that differ, from all addresses and from one. */
const MAX_REFUSALS = 200;
const MAX_REFUSALS_OF_ADDRESS = 10;

/**
 * Audit events between two writes to the store, bounded whatever comes: refusals that are alike are one event with a
 * count. Where too many differ, those from one address are counted together, then those from all, by action and outcome.
 */
export class AuditBuffer {
  #events: AuditEvent[] = [];
  readonly #refusals = new Map<string, AuditEvent>();
  readonly #ofAddress = new Map<string, number>();

  /** How many events there are to write. */
  get size(): number {
    return this.#events.length + this.#refusals.size;
  }

  add(event: AuditEvent): void {
    if (event.outcome !== "OK") this.#count(event);
    else if (this.#events.length < MAX_EVENTS) this.#events.push(event);
    else this.#countAs(inAll(event));
  }

  /** The events to write, which are forgotten here. */
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

/** What makes refusals alike: all but the request, its time and its token. */
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
