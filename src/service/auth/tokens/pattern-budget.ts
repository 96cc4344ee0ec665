import { retryLater } from "../../../api";
import { TokenBuckets } from "../../net/token-buckets";

/**
 * The processing time available to an organization's patterns: a tenth of the process's time, in bursts of up to a
 * quarter of a second. Ordinary patterns take microseconds, so only patterns designed to be slow reach the limit.
 */
const MS_PER_SECOND = 100;
const BURST_MS = 250;
const MAX_ORGANIZATIONS = 10_000;

/** Runs a pattern match. Throws RESOURCE_EXHAUSTED if the organization's patterns took too long. */
export type Matcher = (match: () => boolean) => boolean;

/**
 * Measures the time that each organization's patterns take to compile and match, and rejects those that take too much.
 */
export class PatternBudget {
  readonly #milliseconds = new TokenBuckets({
    capacity: BURST_MS,
    perSecond: MS_PER_SECOND,
    maxKeys: MAX_ORGANIZATIONS,
    now: () => performance.now(),
  });

  /** Returns a function that measures the matches of an organization's patterns. */
  matcher(organization: string): Matcher {
    return (match) => {
      const left = this.#milliseconds.available(organization);
      if (left <= 0) throw exhausted(-left);
      const started = performance.now();
      try {
        return match();
      } finally {
        this.#milliseconds.take(organization, performance.now() - started);
      }
    };
  }
}

const exhausted = (missing: number) =>
  retryLater(
    "RESOURCE_EXHAUSTED",
    "Resource exhausted: the patterns of the organization's identities and identity providers take too long to match; " +
      "write shorter ones, with fewer repetitions and wildcards, or literal claims",
    Math.max(1, Math.ceil(missing / MS_PER_SECOND)),
  );
