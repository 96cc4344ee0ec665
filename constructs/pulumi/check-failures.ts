import type { dynamic } from "@pulumi/pulumi";
import { formatPath, type Violation } from "../../src/model";

/** Pulumi's placeholder for unknown values in a preview. */
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export const isUnknown = (value: unknown): boolean => value === UNKNOWN;

export function hasUnknown(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasUnknown);
  return isUnknown(value);
}

/**
 * Returns the failure that reports a violation. The engine prints the value of a failure's property, but `{<nil>}` for
 * one that is missing or nested, so only values that it can show have a property.
 */
export const failure = ({ path, problem, value }: Violation): dynamic.CheckFailure =>
  path.length === 1 && typeof value === "string"
    ? { property: formatPath(path), reason: problem }
    : { property: "", reason: `${formatPath(path)} ${problem}` };
