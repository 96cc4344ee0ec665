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
  /** Also deletes everything below the group. */
  readonly force?: boolean;
  /**
   * The etag of a preview, used with `force`: the deletion fails with FAILED_PRECONDITION if it would now delete
   * anything else.
   */
  readonly etag?: string;
}

/** The methods of groups, which can be deleted together with everything below them. */
export interface GroupMethods extends Omit<Collection<Registry["groups"]>, "delete"> {
  delete(uid: string, options?: DeleteGroupOptions): Promise<void>;
  /** Returns what `delete` with `force` would delete, without deleting anything. */
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

/** Adds to the error of a forced deletion that it may have been executed in part, unless the service rejected it. */
function interrupted(uid: string, error: unknown): unknown {
  const isRefused = error instanceof PlatformError && error.http >= 400 && error.http < 499;
  if (!(error instanceof PlatformError) || isRefused || error.message.includes(PARTLY_DELETED)) return error;
  const message = error.message.replace(/[.]$/, "");
  return error.withMessage(
    `${message}. Some resources below group ${uid} may have been deleted; request a new preview and repeat the deletion`,
  );
}
