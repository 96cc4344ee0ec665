import {
  type ApiVersion,
  formatQuery,
  invalidArgument,
  isUid,
  PARTLY_DELETED,
  PlatformError,
  resourcePath,
} from "../api";
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
  readonly #send: Call;
  readonly #version: ApiVersion;

  constructor(version: ApiVersion, call: Call) {
    super(registry.groups, version, call);
    this.#send = call;
    this.#version = version;
  }

  override async delete(uid: string, { force = false, etag, ...options }: DeleteGroupOptions = {}): Promise<void> {
    const query = formatQuery({ force, etag }).toString();
    const deleted = this.#send({ method: "DELETE", path: this.#path(uid) + (query && `?${query}`) }, options);
    await (force ? deleted.catch((error: unknown) => Promise.reject(interrupted(uid, error))) : deleted);
  }

  #path(uid: string): string {
    if (!isUid(uid)) throw invalidArgument({ path: ["uid"], problem: `must be a uid, not ${JSON.stringify(uid)}` });
    return resourcePath(registry.groups, uid, this.#version);
  }
}

/** Adds to the error of a forced deletion that it may have been executed in part, unless the service rejected it. */
function interrupted(uid: string, error: unknown): unknown {
  const isRefused = error instanceof PlatformError && error.http >= 400 && error.http < 499;
  if (!(error instanceof PlatformError) || isRefused || error.message.includes(PARTLY_DELETED)) return error;
  const message = error.message.replace(/[.]$/, "");
  return error.withMessage(
    `${message}. Some resources below group ${uid} may have been deleted; request a new preview and repeat the deletion`,
  );
}
