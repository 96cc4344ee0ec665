import {
  type ApiVersion,
  type DeletePreview,
  invalidArgument,
  isUid,
  PARTLY_DELETED,
  PlatformError,
  resourcePath,
} from "../api";
import { type JsonObject, type Registry, registry } from "../model";
import type { CallOptions, Collection } from "./collection";
import { type Call, RestCollection } from "./rest-collection";

export interface DeleteGroupOptions extends CallOptions {
  /** Deletes all that is below the group too. */
  readonly force?: boolean;
  /** The etag of a preview, beside `force`: fails with FAILED_PRECONDITION where something else would be deleted now. */
  readonly etag?: string;
}

/** Groups can be deleted with all that is below them. */
export interface GroupMethods extends Omit<Collection<Registry["groups"]>, "delete"> {
  delete(uid: string, options?: DeleteGroupOptions): Promise<void>;
  /** Tells what `delete` with `force` would delete, and deletes nothing. */
  previewDelete(uid: string, options?: CallOptions): Promise<DeletePreview>;
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
    const query = new URLSearchParams({ ...(force ? { force: "true" } : {}), ...(etag ? { etag } : {}) }).toString();
    const deleted = this.#send({ method: "DELETE", path: this.#path(uid) + (query && `?${query}`) }, options);
    await (force ? deleted.catch((error: unknown) => Promise.reject(interrupted(uid, error))) : deleted);
  }

  async previewDelete(uid: string, options: CallOptions = {}): Promise<DeletePreview> {
    // Not a DELETE with validateOnly: a service that does not know the parameter would delete an empty group.
    const path = `${this.#path(uid)}:previewDelete`;
    const answer = (await this.#send({ method: "GET", path }, options)) as JsonObject | undefined;
    if (typeof answer?.etag !== "string" || typeof answer.deleted !== "object")
      throw new PlatformError("UNKNOWN", 'Unexpected response of previewDelete: no "deleted" and "etag"');
    return answer as unknown as DeletePreview;
  }

  #path(uid: string): string {
    if (!isUid(uid)) throw invalidArgument({ path: ["uid"], problem: `must be a uid, not ${JSON.stringify(uid)}` });
    return resourcePath(registry.groups, uid, this.#version);
  }
}

/** Tells what a forced deletion may have done before it broke off; where the service refused, its own answer tells. */
function interrupted(uid: string, error: unknown): unknown {
  const isRefused = error instanceof PlatformError && error.http >= 400 && error.http < 499;
  if (!(error instanceof PlatformError) || isRefused || error.message.includes(PARTLY_DELETED)) return error;
  const message = error.message.replace(/[.]$/, "");
  return error.reworded(
    `${message}. Part of what is below group ${uid} may have been deleted: request a new preview, and repeat the deletion`,
  );
}
