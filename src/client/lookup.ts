import type { Resource, ResourceDefinition } from "../model";
import type { PlatformClient } from "./client";
import type { CallOptions } from "./collection";

/**
 * What tells one resource from all others: its uid, or its name and where to look. At most one scope: the group or
 * repo that holds it directly, or a group anywhere above. A name alone finds what stands at the top: built-in roles, root groups.
 */
export type Selector =
  | { readonly uid: string }
  | {
      readonly name: string;
      readonly parentUid?: string;
      readonly groupUid?: string;
      readonly repoUid?: string;
      readonly descendantsOf?: string;
    };

/**
 * Finds exactly one resource. Throws PlatformError: NOT_FOUND, saying where it looked; FAILED_PRECONDITION where
 * several fit, listing them by their path of names and uid.
 */
export async function findOne<D extends ResourceDefinition>(
  _client: PlatformClient,
  _definition: D,
  _selector: Selector,
  _options?: CallOptions,
): Promise<Resource<D>> {
  throw new Error("not yet");
}
