import { PlatformError, parentUidOf } from "../api";
import type { CallOptions, PlatformClient, Refresh } from "../client";
import { definitionNamed, type JsonObject, type ResourceDefinition } from "../model";
import { BulkReads } from "./bulk";

/** How managed resources are read: the one place that decides which requests that takes. */
export interface Reader {
  /** The resource; undefined where the service answers NOT_FOUND. Throws PlatformError. */
  read(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<JsonObject | undefined>;
  /**
   * Whether a resource that answers NOT_FOUND is gone. It is if something above it can be read; else the identity may
   * merely have lost the permission to see it. Throws PlatformError.
   */
  isGone(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<boolean>;
  /** To be called once something was changed, or may have been: what is read from then on is read from the service. */
  forget(): void;
}

/**
 * Reads in bulk, or each resource by itself. What was seen is remembered as readable, so that its group is asked for
 * once. That something is gone is never concluded from a list alone.
 */
export function createReader(client: PlatformClient, refresh: Refresh): Reader {
  const readable = new Map<string, Promise<boolean>>();
  const bulk = refresh === "bulk" ? new BulkReads(client) : undefined;

  async function read(definition: ResourceDefinition, uid: string, options?: CallOptions) {
    const listed = await bulk?.find(definition, uid, options);
    // Where nothing above can be seen either, asking for each single resource would tell no more.
    if (listed === "absent" && !(await isGone(definition, uid, options))) return undefined;
    const resource = listed === "absent" || listed === undefined ? await ask(definition, uid, options) : listed;
    if (resource) readable.set(uid, Promise.resolve(true));
    return resource;
  }

  async function ask(definition: ResourceDefinition, uid: string, options?: CallOptions) {
    try {
      return (await client.collection(definition).get(uid, options)) as JsonObject;
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

  return { read, isGone, forget: () => bulk?.forget() };
}
