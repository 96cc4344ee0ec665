import { PlatformError, parentUidOf } from "../api";
import type { CallOptions, PlatformClient } from "../client";
import { definitionNamed, type ResourceDefinition } from "../model";
import type { JsonObject } from "./values";

/** How managed resources are read: the one place that decides which requests that takes. */
export interface Reader {
  /** The resource; undefined where the service answers NOT_FOUND. Throws PlatformError. */
  read(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<JsonObject | undefined>;
  /**
   * Whether a resource that answers NOT_FOUND is gone. It is if something above it can be read; else the identity may
   * merely have lost the permission to see it. Throws PlatformError.
   */
  isGone(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<boolean>;
}

/** Reads each resource by itself. What was seen is remembered as readable, so that its group is asked for once. */
export function createReader(client: PlatformClient): Reader {
  const readable = new Map<string, Promise<boolean>>();

  async function read(definition: ResourceDefinition, uid: string, options?: CallOptions) {
    try {
      const resource = (await client.collection(definition).get(uid, options)) as JsonObject;
      readable.set(uid, Promise.resolve(true));
      return resource;
    } catch (error) {
      if (error instanceof PlatformError && error.code === "NOT_FOUND") return undefined;
      throw error;
    }
  }

  function isReadable(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<boolean> {
    const known = readable.get(uid);
    if (known) return known;
    const asked = read(definition, uid, options).then((resource) => resource !== undefined);
    readable.set(uid, asked);
    asked.catch(() => readable.delete(uid));
    return asked;
  }

  async function isGone(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<boolean> {
    const parentUid = parentUidOf(definition, uid);
    const parent = definitionNamed(definition.parent.type);
    if (parentUid === undefined || parent === undefined) return false;
    return (await isReadable(parent, parentUid, options)) || isGone(parent, parentUid, options);
  }

  return { read, isGone };
}
