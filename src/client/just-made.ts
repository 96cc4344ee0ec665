import { isAtOrBelow, PlatformError } from "../api";
import { type Deadline, sleep } from "./http/deadline";

/** How long a service may take to let what it made be used, in milliseconds. */
const SETTLING = 10_000;
/** The pause before the second attempt; it doubles with each further one. */
const FIRST_PAUSE = 100;

/** What this process made a moment ago: a service that is many machines may not know of it everywhere at once. */
export class JustMade {
  readonly #times = new Map<string, number>();

  note(uid: string): void {
    this.#times.set(uid, performance.now());
  }

  has(uid: string): boolean {
    return this.#times.has(uid);
  }

  /** Runs work at or below a uid; again, for a while, if that is refused and was made a moment ago. */
  async tolerate<T>(uid: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE; ; pause *= 2) {
      try {
        return await work();
      } catch (error) {
        if (!isUnknownYet(error) || !this.#isSettling(uid, pause)) throw error;
        await sleep(pause, deadline.signal);
      }
    }
  }

  /** Whether something at or above the uid will still be fresh after a pause. */
  #isSettling(uid: string, pause: number): boolean {
    const since = performance.now() + pause - SETTLING;
    return [...this.#times].some(([made, time]) => time > since && isAtOrBelow(uid, made));
  }
}

const isUnknownYet = (error: unknown): boolean =>
  error instanceof PlatformError && (error.code === "NOT_FOUND" || error.code === "PERMISSION_DENIED");
