import { invalidArgument } from "../../../api";
import type { JsonObject } from "../../../model";

/** The most that the inputs of one resource may have as JSON, in bytes: a page of a list is in memory as a whole. */
export const MAX_RESOURCE = 128 * 1024;

/** Booleans do not count: what is too large can still be disabled. */
const sizeOf = (inputs: JsonObject): number =>
  Buffer.byteLength(JSON.stringify(inputs, (_, value) => (typeof value === "boolean" ? undefined : value)));

/**
 * Throws INVALID_ARGUMENT for inputs that are too large. Resources that were stored larger before can still be updated,
 * to be disabled for example, as long as they do not grow.
 */
export function checkSize(inputs: JsonObject, before?: JsonObject): void {
  const size = sizeOf(inputs);
  if (size <= MAX_RESOURCE || (before && size <= sizeOf(before))) return;
  throw invalidArgument({
    path: ["body"],
    problem: `must have at most ${MAX_RESOURCE / 1024} KiB as JSON, and has ${Math.ceil(size / 1024)} KiB: shorten it`,
  });
}
