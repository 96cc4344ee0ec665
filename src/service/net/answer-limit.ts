import { PlatformError, retryLater } from "../../api";

/** Shorter responses are not counted: the number of connections bounds them. */
export const MIN_COUNTED = 16 * 1024;

const MIB = 1024 * 1024;
/** The maximum size of unread responses per caller and in total, in bytes. */
const LIMITS = { perCaller: 64 * MIB, total: 256 * MIB };
/** How long a client needs to read some of its responses, in seconds. */
const RETRY_SECONDS = 2;

/** How long a client may read nothing of a waiting response, in milliseconds. */
export const STALL_MS = 30_000;
/** The minimum rate at which a client must read beyond that time, in bytes per millisecond. */
const MIN_RATE = 64;

/** Returns how long a client may take to read a response, in milliseconds. */
export const timeFor = (bytes: number, stallMs = STALL_MS): number => stallMs + bytes / MIN_RATE;

export interface AnswerLimitOptions {
  readonly perCaller?: number;
  readonly total?: number;
}

/** A response's share of the limit, from its creation until its client has read it or disconnected. */
export interface HeldAnswer {
  /** Counts the response as at least this many bytes. Throws RESOURCE_EXHAUSTED, and CANCELLED once released. */
  reserve(bytes: number): void;
  /** As `reserve`, for a response that must be sent because the operation has been done. */
  hold(bytes: number): void;
  release(): void;
}

/**
 * Bounds the memory of responses that clients have not read. A caller may use 64 MiB, but at most half of what the
 * others leave of 256 MiB, so that heavy callers cannot keep others from short responses. Each process has its own
 * limit.
 */
export class AnswerLimit {
  readonly #held = new Map<string, number>();
  readonly #limits: Required<AnswerLimitOptions>;
  #total = 0;

  constructor(options: AnswerLimitOptions = {}) {
    this.#limits = { ...LIMITS, ...options };
  }

  /** Begins a response; `caller` is an identity or, before authentication, a network. */
  begin(caller: string): HeldAnswer {
    let [size, isReleased] = [0, false];
    const hold = (bytes: number) => {
      if (isReleased || bytes <= size) return;
      this.#add(caller, bytes - size);
      size = bytes;
    };
    return {
      reserve: (bytes) => {
        if (isReleased) throw new PlatformError("CANCELLED", "Cancelled: the client has left");
        if (bytes > size && bytes > MIN_COUNTED) this.#require(caller, bytes - size);
        hold(bytes);
      },
      hold,
      release: () => {
        this.#add(caller, -size);
        [size, isReleased] = [0, true];
      },
    };
  }

  /** Throws RESOURCE_EXHAUSTED if a caller has reached its limit, before any work is done for the request. */
  check(caller: string): void {
    if ((this.#held.get(caller) ?? 0) > 0) this.#require(caller, MIN_COUNTED);
  }

  #require(caller: string, bytes: number): void {
    const { perCaller, total } = this.#limits;
    const held = this.#held.get(caller) ?? 0;
    const most = Math.min(perCaller, (total - (this.#total - held)) / 2);
    if (held + bytes <= most) return;
    throw retryLater(
      "RESOURCE_EXHAUSTED",
      held + bytes > perCaller
        ? `Resource exhausted: answers to this caller of more than ${sizeOf(perCaller)} have not been read; read them before asking for more, and ask for fewer at a time`
        : "Resource exhausted: the service holds too many answers that their clients have not read; try again later, or ask for smaller pages",
      RETRY_SECONDS,
    );
  }

  #add(caller: string, bytes: number): void {
    if (bytes === 0) return;
    const held = (this.#held.get(caller) ?? 0) + bytes;
    this.#total += bytes;
    if (held > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
  }
}

const sizeOf = (bytes: number): string => `${Math.floor(bytes / MIB)} MiB`;
