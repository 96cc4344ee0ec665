import { type Attribute, type Diagnostic, isRecord, type Value, type ValueRecord } from "./plugin";
import { invalidAttribute } from "./validate";

/** The `timeouts` of managed resources: how long each operation may take. */

export type TimedOperation = "create" | "read" | "update" | "delete";

const operations: readonly TimedOperation[] = ["create", "read", "update", "delete"];

const duration = (operation: TimedOperation): Attribute => ({
  type: "string",
  optional: true,
  description: `Timeout for ${operation}, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.`,
});

export const timeoutsAttribute: Attribute = {
  optional: true,
  description: "Timeouts per operation.",
  nested: {
    nesting: "single",
    attributes: Object.fromEntries(operations.map((operation) => [operation, duration(operation)])),
  },
};

/** Returns the timeout option for calls to the service, in milliseconds; empty if the default applies. */
export function timeoutFor(operation: TimedOperation, { timeouts }: ValueRecord): { readonly timeoutMs?: number } {
  const timeoutMs = isRecord(timeouts) ? milliseconds(timeouts[operation]) : undefined;
  return timeoutMs === undefined ? {} : { timeoutMs };
}

/** Returns an error for each invalid duration. */
export function validateTimeouts({ timeouts }: ValueRecord): Diagnostic[] {
  if (!isRecord(timeouts)) return [];
  return operations.flatMap((operation) => {
    const problem = timeoutProblem(timeouts[operation]);
    return problem ? [invalidAttribute(["timeouts", operation], problem, timeouts[operation])] : [];
  });
}

/** Returns why a string is not a valid timeout, as a phrase after the name of the attribute, or undefined. */
export function timeoutProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const length = milliseconds(value);
  const isValid = length !== undefined && length >= 1 && length <= MAX_TIMEOUT_MS;
  return isValid ? undefined : "must be a duration such as 30s, 5m or 1h30m, from 1ms to 24h";
}

/** The maximum, in milliseconds: a day, well below the limit of timers. */
const MAX_TIMEOUT_MS = 24 * 3_600_000;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses a Go duration such as `1h30m`; undefined for anything else. */
function milliseconds(value: Value | undefined): number | undefined {
  if (typeof value !== "string" || !/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(value)) return undefined;
  const parts = value.matchAll(/([\d.]+)(ms|s|m|h)/g);
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0);
}
