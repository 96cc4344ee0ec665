import { errorDetails, type Log } from "../../net/log";
import { type AuditEvent, audit, auditChain, boundedAuditEvent, type Store } from "../../store";
import { timeOf } from "../operations/types";
import { AuditBuffer } from "./buffer";
import { withoutUnknownResources } from "./known-resources";

/** How long an event may be buffered in memory. */
const FLUSH_MS = 1000;
/** The number of buffered events that triggers a write. */
const FLUSH_AT = 500;

/** An event without its time, which is added. */
export type NewAuditEvent = Omit<AuditEvent, "createTime">;

/** Writes audit events that have no transaction of their own, and seals all events. */
export interface Audit {
  /** Writes an event; resolves once it is committed. For rare and important events: logins, keys, revocations. */
  write(event: NewAuditEvent): Promise<void>;
  /**
   * Writes an event within a second, together with others, for frequent events. Similar failures become one event with
   * a count. The events of the last second are lost if the process is killed.
   */
  enqueue(event: NewAuditEvent): void;
  /** Writes buffered events. Rejects if the store fails; the events are then kept for the next attempt. */
  flush(): Promise<void>;
  /** Writes buffered events, and adds all events to the chain. */
  seal(): Promise<void>;
  /** Writes buffered events for the last time. */
  close(): Promise<void>;
}

export interface AuditOptions {
  readonly store: Store;
  readonly clock: () => number;
  readonly log: Log;
}

export function createAudit({ store, clock, log }: AuditOptions): Audit {
  const buffer = new AuditBuffer();
  let timer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  async function flushNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const events = buffer.take();
    if (events.length === 0) return;
    try {
      await audit.addAll(store, await withoutUnknownResources(store.db, events));
    } catch (error) {
      for (const event of events) buffer.add(event);
      schedule();
      log({ level: "error", event: "failed to write audit events", count: events.length, ...errorDetails(error) });
      throw error;
    }
  }

  function flush(): Promise<void> {
    const next = flushing.then(flushNow);
    flushing = next.catch(() => {});
    return next;
  }

  function schedule(): void {
    timer ??= setTimeout(() => flush().catch(() => {}), FLUSH_MS).unref();
  }

  return {
    write: (event) => store.transaction((tx) => audit.add(tx, { createTime: timeOf(clock), ...event })),

    enqueue(event) {
      // Bounded before it is buffered.
      buffer.add(boundedAuditEvent({ createTime: timeOf(clock), ...event }));
      if (buffer.size === FLUSH_AT) flush().catch(() => {});
      else schedule();
    },

    flush,

    async seal() {
      await flush();
      while (await auditChain.hasPending(store.db)) await store.transaction(auditChain.sealBatch);
    },

    close: () => flush().catch(() => {}),
  };
}
