import { type PlatformClient, PlatformError } from "../../src/client";
import { definitionNamed, type ResourceDefinition } from "../../src/model";
import { parentUidOf } from "./properties";

/** What was seen with each client; one request for a group then serves all that was in it. */
const seen = new WeakMap<PlatformClient, Set<string>>();

/**
 * Tells whether a resource that answers NOT_FOUND is gone. It is if something above it can be read; else the caller may
 * merely have lost the permission to see it, and nothing can be said.
 */
export async function isGone(client: PlatformClient, definition: ResourceDefinition, uid: string): Promise<boolean> {
  const parentUid = parentUidOf(definition, uid);
  const parent = definitionNamed(definition.parent.type);
  if (parentUid === undefined || parentUid === uid || parent === undefined) return false;
  return (await isReadable(client, parent, parentUid)) || isGone(client, parent, parentUid);
}

async function isReadable(client: PlatformClient, definition: ResourceDefinition, uid: string): Promise<boolean> {
  const known = seen.get(client) ?? new Set();
  seen.set(client, known);
  if (known.has(uid)) return true;
  const found = await foundOrUndefined(() => client.collection(definition).get(uid));
  if (found) known.add(uid);
  return found !== undefined;
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
