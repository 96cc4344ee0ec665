import type { PlatformError } from "../../api";
import { certificateProblem } from "./certificate-problem";

/** The number of attempts and the delays between them. */
export interface RetryPolicy {
  /** The maximum number of attempts. */
  readonly attempts: number;
  /** The longest delay before the second attempt, in milliseconds; doubles with each further attempt. */
  readonly baseMs: number;
  /** The longest delay before any attempt, in milliseconds, unless the service requests a longer one. */
  readonly maxMs: number;
}

export const defaultRetry: RetryPolicy = { attempts: 5, baseMs: 200, maxMs: 10_000 };

/**
 * Reports whether a request may succeed later: there was no response (which counts as 503), or its status indicates a
 * temporary failure.
 */
export const isRetryable = (error: PlatformError): boolean =>
  [429, 502, 503, 504].includes(error.http) && certificateProblem(error) === undefined;

/**
 * Returns the delay in milliseconds: at least what the service requested, otherwise random up to a doubling bound (full
 * jitter).
 */
export function retryDelay(attempt: number, policy: RetryPolicy, requestedMs: number | undefined): number {
  if (requestedMs !== undefined) return requestedMs + Math.random() * policy.baseMs;
  return Math.random() * Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 2));
}

/**
 * Returns the delay that a response requests in Retry-After (seconds or an HTTP date) or RetryInfo, whichever is longer.
 */
export function requestedDelay(retryAfter: string | string[] | undefined, error: PlatformError): number | undefined {
  const pauses = [headerPause([retryAfter].flat().at(-1)), durationMs(error.detail("RetryInfo")?.retryDelay)];
  const delays = pauses.filter((pause) => pause !== undefined);
  return delays.length > 0 ? Math.max(0, ...delays) : undefined;
}

function headerPause(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time - Date.now();
}

/** Parses a protobuf JSON duration such as `1.5s`. */
function durationMs(text: unknown): number | undefined {
  const seconds = typeof text === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(text)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
