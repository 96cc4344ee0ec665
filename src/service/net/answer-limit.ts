import { PlatformError, retryLater } from "../../api";

/** Shorter answers are not counted: the number of connections bounds them. */
export const MIN_COUNTED = 16 * 1024;

const MIB = 1024 * 1024;
/** The most that the unread answers of one caller may have, and those of all callers, in bytes. */
const LIMITS = { perCaller: 64 * MIB, total: 256 * MIB };
/** Until when a client that reads has read some of its answers, in seconds. */
const RETRY_SECONDS = 2;

/** How long a client may take nothing of an answer that waits for it, in milliseconds. */
export const STALL_MS = 30_000;
/** How slowly it may take an answer on the whole, beyond that time, in bytes per millisecond. */
const MIN_RATE = 64;

/** How long an answer may take until its client has it, in milliseconds. */
export const timeFor = (bytes: number, stallMs = STALL_MS): number => stallMs + bytes / MIN_RATE;

export interface AnswerLimitOptions {
  readonly perCaller?: number;
  readonly total?: number;
}

/** What an answer takes of the limit, from when it is put together until its client has it or has left. */
export interface HeldAnswer {
  /** Counts the answer as having at least so many bytes. Throws RESOURCE_EXHAUSTED, and CANCELLED once released. */
  reserve(bytes: number): void;
  /** The same for an answer that must be given, since what it tells of is done. */
  hold(bytes: number): void;
  release(): void;
}

/**
 * Bounds the memory of answers that clients have not read. A caller may hold 64 MiB, and no more than half of what the
 * others leave of 256 MiB: those who hold much never keep the others from short answers. Each process counts for itself.
 */
export class AnswerLimit {
  readonly #held = new Map<string, number>();
  readonly #limits: Required<AnswerLimitOptions>;
  #total = 0;

  constructor(options: AnswerLimitOptions = {}) {
    this.#limits = { ...LIMITS, ...options };
  }

  /** Begins an answer; `caller` is who asked: an identity or, where none is known, a network. */
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

  /** Throws RESOURCE_EXHAUSTED for a caller who holds all that it may: nothing should be done for it before it reads. */
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
