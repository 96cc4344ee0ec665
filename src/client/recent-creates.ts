import { isAtOrBelow, PlatformError } from "../api";
import { type Deadline, sleep } from "./http/deadline";

/** How long a new resource may take to become usable everywhere, in milliseconds. */
const SETTLING = 10_000;
/** The pause before the second attempt, in milliseconds; doubles with each further attempt. */
const FIRST_PAUSE = 100;

/** The resources that this process has just created, which a replicated service may not know everywhere yet. */
export class RecentCreates {
  readonly #times = new Map<string, number>();

  record(uid: string): void {
    this.#times.set(uid, performance.now());
  }

  has(uid: string): boolean {
    return this.#times.has(uid);
  }

  /** Runs an operation at or below `uid`; retries it for some seconds if it is rejected and that resource is new. */
  async retryWhileSettling<T>(uid: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE; ; pause *= 2) {
      try {
        return await work();
      } catch (error) {
        if (!isNotVisibleYet(error) || !this.#isSettling(uid, pause)) throw error;
        await sleep(pause, deadline.signal);
      }
    }
  }

  /** Reports whether a resource at or above the uid will still be new after the pause. */
  #isSettling(uid: string, pause: number): boolean {
    const since = performance.now() + pause - SETTLING;
    return [...this.#times].some(([made, time]) => time > since && isAtOrBelow(uid, made));
  }
}

const isNotVisibleYet = (error: unknown): boolean =>
  error instanceof PlatformError && (error.code === "NOT_FOUND" || error.code === "PERMISSION_DENIED");
