import { isAtOrBelow, PlatformError } from "../api";
import { type Deadline, sleep } from "./http/deadline";

/** How long a new resource may take to become visible on all replicas, in milliseconds. */
const VISIBILITY_TIMEOUT_MS = 10_000;
/** The pause before the second attempt, in milliseconds; doubles with each further attempt. */
const FIRST_PAUSE = 100;

/** Resources that this process has created recently and that may not be visible on all replicas yet. */
export class RecentCreates {
  readonly #times = new Map<string, number>();

  record(uid: string): void {
    this.#times.set(uid, performance.now());
  }

  has(uid: string): boolean {
    return this.#times.has(uid);
  }

  /**
   * Runs an operation at or below `uid`; retries it for a few seconds if it is rejected and the resource was created
   * recently.
   */
  async retryUntilVisible<T>(uid: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE; ; pause *= 2) {
      try {
        return await work();
      } catch (error) {
        if (!isNotVisibleYet(error) || !this.#isRecent(uid, pause)) throw error;
        await sleep(pause, deadline.signal);
      }
    }
  }

  /** Reports whether a resource at or above the uid will still be recent after the pause. */
  #isRecent(uid: string, pause: number): boolean {
    const since = performance.now() + pause - VISIBILITY_TIMEOUT_MS;
    return [...this.#times].some(([createdUid, time]) => time > since && isAtOrBelow(uid, createdUid));
  }
}

const isNotVisibleYet = (error: unknown): boolean =>
  error instanceof PlatformError && (error.code === "NOT_FOUND" || error.code === "PERMISSION_DENIED");
