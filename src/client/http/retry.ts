import type { PlatformError } from "../../api";
import { certificateProblem } from "./certificate-problem";

/** How often and how long to try again. */
export interface RetryPolicy {
  /** How many times a request is sent at most. */
  readonly attempts: number;
  /** The longest pause before the second attempt, in milliseconds; it doubles with each further one. */
  readonly baseMs: number;
  /** The longest pause before any attempt, unless the service asks for more. */
  readonly maxMs: number;
}

export const defaultRetry: RetryPolicy = { attempts: 5, baseMs: 200, maxMs: 10_000 };

/** True where the same request may succeed later: no answer came (which counts as 503), or one that says as much. */
export const worthRetrying = (error: PlatformError): boolean =>
  [429, 502, 503, 504].includes(error.http) && certificateProblem(error) === undefined;

/** Milliseconds to wait: what the service asks for at least; else any time up to a bound that doubles (full jitter). */
export function pauseBefore(attempt: number, policy: RetryPolicy, requestedMs: number | undefined): number {
  if (requestedMs !== undefined) return requestedMs + Math.random() * policy.baseMs;
  return Math.random() * Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 2));
}

/** The pause that an answer asks for, by its header (seconds or an HTTP date) or by RetryInfo: the longer of both. */
export function requestedPause(retryAfter: string | string[] | undefined, error: PlatformError): number | undefined {
  const pauses = [headerPause([retryAfter].flat().at(-1)), durationMs(error.detail("RetryInfo")?.retryDelay)];
  const asked = pauses.filter((pause) => pause !== undefined);
  return asked.length > 0 ? Math.max(0, ...asked) : undefined;
}

function headerPause(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time - Date.now();
}

/** A protobuf duration in JSON: `1.5s`. */
function durationMs(text: unknown): number | undefined {
  const seconds = typeof text === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(text)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
