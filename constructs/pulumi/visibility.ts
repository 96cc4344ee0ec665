import { type PlatformClient, PlatformError } from "../../src/client";
import type { ResourceDefinition } from "../../src/model";
import { createReader, type Reader } from "../../src/provider/reader";

/** What was seen with each client; one request for a group then serves all that was in it. */
const readers = new WeakMap<PlatformClient, Reader>();

/** Tells whether a resource that answers NOT_FOUND is gone, or may merely not be visible any more: see {@link Reader.isGone}. */
export function isGone(client: PlatformClient, definition: ResourceDefinition, uid: string): Promise<boolean> {
  const reader = readers.get(client) ?? createReader(client, "direct");
  readers.set(client, reader);
  return reader.isGone(definition, uid);
}

/** What a call gives; undefined where it ends in NOT_FOUND. */
export async function foundOrUndefined<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PlatformError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
