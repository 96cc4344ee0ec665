import { LRUCache } from "lru-cache";
import { retryLater } from "../../api";

/**
 * The time that an organization's patterns may take of a process: a tenth of it, and a quarter of a second at a time.
 * Ordinary patterns take microseconds, so that only patterns made to be slow come near it.
 */
const MS_PER_SECOND = 100;
const MAX_SAVED_MS = 250;
/** Organizations that are remembered; the one that matched longest ago is forgotten first. */
const MAX_ORGANIZATIONS = 10_000;

interface Balance {
  readonly left: number;
  readonly at: number;
}

/** Matches a text against a pattern. Throws RESOURCE_EXHAUSTED where the organization's patterns took too long. */
export type Matcher = (match: () => boolean) => boolean;

/** Measures the time that each organization's patterns take to compile and match, and refuses those that take too much. */
export class PatternBudget {
  readonly #balances = new LRUCache<string, Balance>({ max: MAX_ORGANIZATIONS });

  /** Gives what measures the matches of an organization's patterns. */
  matcher(organization: string): Matcher {
    return (match) => {
      const started = performance.now();
      const left = this.#left(organization, started);
      if (left <= 0) throw exhausted(-left);
      try {
        return match();
      } finally {
        this.#balances.set(organization, { left: left - (performance.now() - started), at: started });
      }
    };
  }

  #left(organization: string, now: number): number {
    const { left, at } = this.#balances.get(organization) ?? { left: MAX_SAVED_MS, at: now };
    return Math.min(MAX_SAVED_MS, left + ((now - at) / 1000) * MS_PER_SECOND);
  }
}

const exhausted = (missing: number) =>
  retryLater(
    "RESOURCE_EXHAUSTED",
    "Resource exhausted: the patterns of the organization's identities and identity providers take too long to match; " +
      "write shorter ones, with fewer repetitions and wildcards, or literal claims",
    Math.max(1, Math.ceil(missing / MS_PER_SECOND)),
  );
