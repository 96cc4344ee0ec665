import { PlatformError, parentUidOf } from "../api";
import type { CallerAccess, CallOptions, PlatformClient, Refresh, Visibility } from "../client";
import type { JsonObject, ResourceDefinition } from "../model";
import { BulkReads } from "./bulk";

/** How managed resources are read: the one place that decides which requests that takes. */
export interface Reader {
  /** The resource; undefined where the service answers NOT_FOUND. Throws PlatformError. */
  read(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<JsonObject | undefined>;
  /**
   * Whether a resource that answers NOT_FOUND is known to be gone: "visible" if so, since the caller may see what is
   * there. Otherwise the identity may merely have lost the permission to see it. Throws PlatformError.
   */
  visibility(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<Visibility>;
  /** Resources of a name directly below a parent, as far as the caller may see them. Throws PlatformError. */
  named(
    definition: ResourceDefinition,
    parentUid: string,
    name: string,
    options?: CallOptions,
  ): Promise<readonly JsonObject[]>;
  /** To be called once something was changed, or may have been: what is read from then on is read from the service. */
  forget(): void;
}

/** Reads in bulk, or each resource by itself. That something is gone is never concluded from a list alone. */
export function createReader(client: PlatformClient, access: CallerAccess, refresh: Refresh): Reader {
  const lists = new BulkReads(client);
  const bulk = refresh === "bulk" ? lists : undefined;

  async function read(definition: ResourceDefinition, uid: string, options?: CallOptions) {
    const listed = await bulk?.find(definition, uid, options);
    // What the caller may not see answers NOT_FOUND in any case.
    if (listed === "absent" && (await visibility(definition, uid, options)) === "hidden") return undefined;
    const resource = listed === "absent" || listed === undefined ? await ask(definition, uid, options) : listed;
    if (resource) access.noteRead(definition, uid);
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

  async function visibility(definition: ResourceDefinition, uid: string, options?: CallOptions): Promise<Visibility> {
    const place = parentUidOf(definition, uid);
    // What stands at the top is not deleted through the API.
    return place === undefined ? "unknown" : access.mayList(definition, place, options);
  }

  return {
    read,
    visibility,
    named: (...sought) => lists.named(...sought),
    forget() {
      lists.forget();
      access.forget();
    },
  };
}
