import { type CapabilitySet, capabilitySet, includes, noCapabilities } from "../access/capability-set";
import { isExpired } from "../access/expiry";
import { Grants } from "../access/grants";
import { MAX_PAGE_SIZE, PlatformError, parentOf, parentUidOf, selfAndAncestors } from "../api";
import { type Capability, findCapability, type ResourceDefinition, registry } from "../model";
import type { PlatformClient } from "./client";
import type { CallOptions } from "./collection";
import { subjectOf } from "./tokens/jwt";

/** Whether the caller can list resources of a type on a resource, as far as it can be determined. */
export type Visibility = "visible" | "hidden" | "unknown";

/**
 * Determines what the caller can list, to distinguish a deleted resource from a lost permission after NOT_FOUND. Uses
 * `testCapabilities`, once per resource and type. If the service lacks that method, the permission is inferred in one of
 * two ways: a resource of the type was read in the same parent or above it, or the caller's own role bindings grant it.
 */
export class CallerAccess {
  readonly #client: PlatformClient;
  readonly #token: (options: CallOptions) => Promise<string>;
  readonly #parentsSeen = new Map<string, Set<string>>();
  readonly #results = new Map<string, Promise<TestResult>>();
  #grants: Promise<Grants> | undefined;
  #testUnsupported = false;

  /** `token` returns the token that the client's calls use. */
  constructor(client: PlatformClient, token: (options: CallOptions) => Promise<string>) {
    this.#client = client;
    this.#token = token;
  }

  /** Records that a resource was read, which proves that its parent can be listed. */
  recordRead(definition: ResourceDefinition, uid: string): void {
    const parentUid = parentUidOf(definition, uid);
    if (parentUid === undefined) return;
    const seen = this.#parentsSeen.get(definition.name);
    if (seen) seen.add(parentUid);
    else this.#parentsSeen.set(definition.name, new Set([parentUid]));
  }

  /** Clears everything: a change may have granted or removed permissions. */
  clear(): void {
    this.#parentsSeen.clear();
    this.#results.clear();
    this.#grants = undefined;
  }

  /**
   * Returns the uid of the calling identity; undefined if its token does not state it, or restricts its permissions.
   */
  async identityUid(options: CallOptions = {}): Promise<string | undefined> {
    return subjectOf(await this.#token(options));
  }

  /**
   * Returns which of the capabilities the caller has in a group; undefined if the service cannot tell. Throws
   * PlatformError.
   */
  async held(
    group: string,
    capabilities: readonly Capability[],
    options: CallOptions = {},
  ): Promise<readonly Capability[] | undefined> {
    if (this.#testUnsupported) return undefined;
    try {
      return await this.#client.testCapabilities(group, capabilities, options);
    } catch (error) {
      if (!(error instanceof PlatformError && UNSUPPORTED_STATUSES.includes(error.http))) throw error;
      this.#testUnsupported = true;
      return undefined;
    }
  }

  /** Returns whether the caller can list resources of the type at and below `place`. Throws PlatformError. */
  async canList(definition: ResourceDefinition, uid: string, options: CallOptions = {}): Promise<Visibility> {
    const required = requiredToList(definition);
    const tested = await this.#test(definition, required, uid, options);
    if (tested !== undefined) return tested;
    const seen = this.#parentsSeen.get(definition.name);
    if (seen && selfAndAncestors(uid).some((each) => seen.has(each))) return "visible";
    this.#grants ??= this.#ownGrants(options);
    const grants = await evictOnFailure(this.#grants, () => {
      this.#grants = undefined;
    });
    return includes(grants.at(uid), capabilitySet(required)) ? "visible" : "unknown";
  }

  /** Tests the resource, then its ancestors, because a deleted resource always returns no capabilities. */
  async #test(
    definition: ResourceDefinition,
    required: readonly Capability[],
    uid: string,
    options: CallOptions,
  ): Promise<Visibility | undefined> {
    for (const place of selfAndAncestors(uid)) {
      if (this.#testUnsupported) return undefined;
      const key = `${definition.name} ${place}`;
      const result = this.#results.get(key) ?? this.#request(place, required, options);
      this.#results.set(key, result);
      const known = await evictOnFailure(result, () => this.#results.delete(key));
      if (known !== "nothing") return known;
    }
    return "hidden";
  }

  async #request(uid: string, required: readonly Capability[], options: CallOptions): Promise<TestResult> {
    try {
      const requested = [...new Set([...required, ...requiredToList(registry.groups)])];
      const granted = await this.#client.testCapabilities(uid, requested, options);
      if (required.every((each) => granted.includes(each))) return "visible";
      return granted.length > 0 ? "hidden" : "nothing";
    } catch (error) {
      if (!(error instanceof PlatformError && UNSUPPORTED_STATUSES.includes(error.http))) throw error;
      this.#testUnsupported = true;
      return undefined;
    }
  }

  /** Returns what the caller's visible role bindings grant; empty for a token with restricted permissions. */
  async #ownGrants(options: CallOptions): Promise<Grants> {
    const subject = subjectOf(await this.#token(options));
    if (subject === undefined) return new Grants([]);
    try {
      const bindings: { readonly group: string; readonly roleUid: string }[] = [];
      const query = { identity: subject, pageSize: MAX_PAGE_SIZE };
      const now = new Date().toISOString();
      for await (const { uid, roleUid, expirationTime } of this.#client.roleBindings.list(query, options))
        if (!isExpired(expirationTime, now)) bindings.push({ group: parentOf(uid) ?? "", roleUid });
      const roleUids = [...new Set(bindings.map(({ roleUid }) => roleUid))];
      const roles = new Map<string, CapabilitySet>();
      for (let at = 0; at < roleUids.length; at += UIDS_PER_REQUEST) {
        const ids = roleUids.slice(at, at + UIDS_PER_REQUEST);
        for await (const { uid, capabilities } of this.#client.roles.list({ ids }, options))
          roles.set(uid, capabilitySet(capabilities.map((each) => findCapability(each) ?? each)));
      }
      return new Grants(
        bindings.map(({ group, roleUid }) => ({ group, capabilities: roles.get(roleUid) ?? noCapabilities })),
      );
    } catch (error) {
      if (error instanceof PlatformError && (error.code === "PERMISSION_DENIED" || error.code === "NOT_FOUND"))
        return new Grants([]);
      throw error;
    }
  }
}

/**
 * The result of one request. "nothing" means that the resource may not exist; undefined means that the service lacks
 * the method.
 */
type TestResult = Visibility | "nothing" | undefined;

/**
 * HTTP statuses returned by services that do not implement the method, including those that parse ":testCapabilities" as
 * part of the uid.
 */
const UNSUPPORTED_STATUSES: readonly number[] = [400, 403, 404, 405, 501];

/** The maximum number of uids per request, to limit the URL's length (uids have up to 600 characters). */
const UIDS_PER_REQUEST = 20;

/** Returns the capabilities required to list and read resources of a type. */
export const requiredToList = ({ capabilities }: ResourceDefinition): readonly Capability[] => [
  ...new Set([...(capabilities.get ?? []), ...(capabilities.list ?? [])]),
];

/** Removes a failed request from the cache: it may have failed only because its caller was interrupted. */
function evictOnFailure<T>(promise: Promise<T>, forget: () => void): Promise<T> {
  return promise.catch((error: unknown) => {
    forget();
    throw error;
  });
}
