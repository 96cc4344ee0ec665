import { invalidArgument } from "../../../api";
import type { JsonObject } from "../../../model";

/** The maximum size of a resource's inputs as JSON, in bytes, because a page of a list is held in memory. */
const MAX_RESOURCE = 128 * 1024;

/** Ignores booleans, so that a resource that is too large can still be disabled. */
const sizeOf = (inputs: JsonObject): number =>
  Buffer.byteLength(JSON.stringify(inputs, (_, value) => (typeof value === "boolean" ? undefined : value)));

/**
 * Throws INVALID_ARGUMENT for inputs that are too large. Larger resources that already exist can be updated, for
 * example to disable them, as long as they do not grow.
 */
export function checkSize(inputs: JsonObject, before?: JsonObject): void {
  const size = sizeOf(inputs);
  if (size <= MAX_RESOURCE || (before && size <= sizeOf(before))) return;
  throw invalidArgument({
    path: ["body"],
    problem: `must have at most ${MAX_RESOURCE / 1024} KiB as JSON, and has ${Math.ceil(size / 1024)} KiB: shorten it`,
  });
}
