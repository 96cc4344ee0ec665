import { type ApiVersion, PARTIALLY_DELETED, PlatformError } from "../api";
import { type ObjectValue, type Registry, registry } from "../model";
import type { CallOptions, Collection } from "./collection";
import type { CustomMethods } from "./custom-methods";
import { type Call, RestCollection } from "./rest-collection";

/** With `force`, the deletion also deletes everything below the group; an `etag` comes from a preview. */
export type DeleteGroupOptions = CallOptions &
  Omit<ObjectValue<Registry["groups"]["deleteParameters"]>, "validateOnly">;

/** The methods of groups, which can be deleted together with everything below them. */
export interface GroupMethods
  extends Omit<Collection<Registry["groups"]>, "delete">,
    CustomMethods<Registry["groups"]> {
  delete(uid: string, options?: DeleteGroupOptions): Promise<void>;
}

export class GroupCollection extends RestCollection {
  constructor(version: ApiVersion, call: Call) {
    super(registry.groups, version, call);
  }

  override async delete(uid: string, { force = false, etag, ...options }: DeleteGroupOptions = {}): Promise<void> {
    const deleted = super.delete(uid, options, { force, etag });
    await (force ? deleted.catch((error: unknown) => Promise.reject(withPartialDeletionNote(uid, error))) : deleted);
  }
}

/** Adds a note that the deletion may be incomplete to the error of a forced deletion, unless the service rejected it. */
function withPartialDeletionNote(uid: string, error: unknown): unknown {
  const isRefused = error instanceof PlatformError && error.http >= 400 && error.http < 499;
  if (!(error instanceof PlatformError) || isRefused || error.message.includes(PARTIALLY_DELETED)) return error;
  const message = error.message.replace(/[.]$/, "");
  return error.withMessage(
    `${message}. Some resources below group ${uid} may have been deleted; request a new preview and repeat the deletion`,
  );
}
