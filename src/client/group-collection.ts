import { type ApiVersion, invalidArgument, isUid, PlatformError, resourcePath } from "../api";
import { type JsonObject, type Registry, registry } from "../model";
import type { CallOptions, Collection } from "./collection";
import { type Call, RestCollection } from "./rest-collection";

/** What deleting a group with `force` would delete. */
export interface DeletePreview {
  readonly group: { readonly uid: string; readonly name: string };
  /** How many of each type, by its plural, the group itself among them; without types of which there is none. */
  readonly deleted: Readonly<Record<string, number>>;
  /** How many of the role bindings are in other groups: their identities are below this one. */
  readonly roleBindingsElsewhere: number;
  readonly totalCount: number;
  /** Changes when what would be deleted does. */
  readonly etag: string;
}

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
    await this.#send({ method: "DELETE", path: this.#path(uid) + (query && `?${query}`) }, options);
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
