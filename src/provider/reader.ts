import { PlatformError, parentUidOf } from "../api";
import type { CallerAccess, CallOptions, PlatformClient, RefreshMode, Visibility } from "../client";
import type { JsonObject, ResourceDefinition } from "../model";
import { BulkReads } from "./bulk-reads";

/** Reads managed resources; the only place that decides which requests this takes. */
export interface Reader {
  /** Returns the resource; undefined if the service returns NOT_FOUND. Throws PlatformError. */
  read(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<JsonObject | undefined>;
  /**
   * Returns whether the caller can see resources of this type at the resource's place: after NOT_FOUND, "visible" means
   * that the resource was deleted. Otherwise the identity may have lost the permission to see it. Throws PlatformError.
   */
  visibility(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<Visibility>;
  /** Returns the visible resources with a name directly below a parent. Throws PlatformError. */
  findByName(
    definition: ResourceDefinition,
    parentUid: string,
    name: string,
    options?: CallOptions,
  ): Promise<readonly JsonObject[]>;
  /** Clears cached results. Call it after each write, including failed ones. */
  clearCache(): void;
}

/**
 * Creates a reader that uses bulk lists, or one request per resource. A list alone never proves that a resource is
 * gone.
 */
export function createReader(client: PlatformClient, access: CallerAccess, refresh: RefreshMode): Reader {
  const lists = new BulkReads(client);
  const bulk = refresh === "bulk" ? lists : undefined;

  async function read(definition: ResourceDefinition, uid: string, options?: CallOptions) {
    const listed = await bulk?.find(definition, uid, options);
    // A resource that is hidden from the caller is NOT_FOUND in any case, so no request is needed.
    if (listed === "absent" && (await visibility(definition, uid, options)) === "hidden") return undefined;
    const resource =
      listed === "absent" || listed === undefined ? await readDirectly(definition, uid, options) : listed;
    if (resource) access.recordRead(definition, uid);
    return resource;
  }

  async function readDirectly(definition: ResourceDefinition, uid: string, options?: CallOptions) {
    try {
      return (await client.collection(definition).get(uid, options)) as JsonObject;
    } catch (error) {
      if (error instanceof PlatformError && error.code === "NOT_FOUND") return undefined;
      throw error;
    }
  }

  async function visibility(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<Visibility> {
    const place = parentUidOf(definition, uid);
    // The API does not delete root groups.
    return place === undefined ? "unknown" : access.canList(definition, place, options);
  }

  return {
    read,
    visibility,
    findByName: (...args) => lists.findByName(...args),
    clearCache() {
      lists.clear();
      access.clear();
    },
  };
}
