import { isAtOrBelow, MAX_PAGE_SIZE, PlatformError, parentOf, parentUidOf, selfAndAncestors } from "../api";
import { type Capability, capabilityFrom, type ResourceDefinition, registry } from "../model";
import type { PlatformClient } from "./client";
import type { CallOptions } from "./collection";
import { subjectOf } from "./tokens/jwt";

/** Whether the caller may list resources of a type somewhere, as far as it is known. */
export type Visibility = "visible" | "hidden" | "unknown";

/**
 * What the caller itself may see, so that NOT_FOUND can be told from a lost permission. The service is asked with
 * `testCapabilities`, once for a place and type. Where it has no such method, two things prove a permission: a resource
 * of the type was read in the same place or above, or the caller's own role bindings grant it.
 */
export class CallerAccess {
  readonly #client: PlatformClient;
  readonly #token: (options: CallOptions) => Promise<string>;
  readonly #parentsSeen = new Map<string, Set<string>>();
  readonly #answers = new Map<string, Promise<Answer>>();
  #grants: Promise<readonly Grant[]> | undefined;
  #cannotTest = false;

  /** `token` is that of the client's calls. */
  constructor(client: PlatformClient, token: (options: CallOptions) => Promise<string>) {
    this.#client = client;
    this.#token = token;
  }

  /** Notes that a resource was read: what holds it may be listed. */
  noteRead(definition: ResourceDefinition, uid: string): void {
    const parentUid = parentUidOf(definition, uid);
    if (parentUid === undefined) return;
    const seen = this.#parentsSeen.get(definition.name);
    if (seen) seen.add(parentUid);
    else this.#parentsSeen.set(definition.name, new Set([parentUid]));
  }

  /** Forgets everything: a change may have given or taken permissions. */
  forget(): void {
    this.#parentsSeen.clear();
    this.#answers.clear();
    this.#grants = undefined;
  }

  /** Whether the caller may list resources of the type at and below a place. Throws PlatformError. */
  async mayList(definition: ResourceDefinition, place: string, options: CallOptions = {}): Promise<Visibility> {
    const needed = listingNeeds(definition);
    const tested = await this.#test(definition, needed, place, options);
    if (tested !== undefined) return tested;
    const seen = this.#parentsSeen.get(definition.name);
    if (seen && selfAndAncestors(place).some((each) => seen.has(each))) return "visible";
    this.#grants ??= this.#ownGrants(options);
    const grants = await forgetFailure(this.#grants, () => {
      this.#grants = undefined;
    });
    const here = grants.filter(({ group }) => isAtOrBelow(place, group)).flatMap(({ capabilities }) => capabilities);
    return needed.every((each) => here.includes(each)) ? "visible" : "unknown";
  }

  /** Asks from the place upwards, since what no longer exists tells nothing. */
  async #test(
    definition: ResourceDefinition,
    needed: readonly Capability[],
    place: string,
    options: CallOptions,
  ): Promise<Visibility | undefined> {
    for (const uid of selfAndAncestors(place)) {
      if (this.#cannotTest) return undefined;
      const key = `${definition.name} ${uid}`;
      const answer = this.#answers.get(key) ?? this.#ask(uid, needed, options);
      this.#answers.set(key, answer);
      const known = await forgetFailure(answer, () => this.#answers.delete(key));
      if (known !== "nothing") return known;
    }
    return "hidden";
  }

  async #ask(uid: string, needed: readonly Capability[], options: CallOptions): Promise<Answer> {
    try {
      const asked = [...new Set([...needed, ...listingNeeds(registry.groups)])];
      const held = await this.#client.testCapabilities(uid, asked, options);
      if (needed.every((each) => held.includes(each))) return "visible";
      return held.length > 0 ? "hidden" : "nothing";
    } catch (error) {
      if (!(error instanceof PlatformError && WITHOUT_METHOD.includes(error.http))) throw error;
      this.#cannotTest = true;
      return undefined;
    }
  }

  /** What the caller's role bindings grant, as far as it may see them; nothing for a token that allows less. */
  async #ownGrants(options: CallOptions): Promise<readonly Grant[]> {
    const subject = subjectOf(await this.#token(options));
    if (subject === undefined) return [];
    try {
      const bindings: { readonly group: string; readonly roleUid: string }[] = [];
      const query = { identity: subject, pageSize: MAX_PAGE_SIZE };
      for await (const { uid, roleUid } of this.#client.roleBindings.list(query, options))
        bindings.push({ group: parentOf(uid)!, roleUid });
      const roleUids = [...new Set(bindings.map(({ roleUid }) => roleUid))];
      const roles = new Map<string, readonly Capability[]>();
      for (let at = 0; at < roleUids.length; at += ROLES) {
        const ids = roleUids.slice(at, at + ROLES);
        for await (const { uid, capabilities } of this.#client.roles.list({ ids }, options))
          roles.set(
            uid,
            capabilities.flatMap((each) => capabilityFrom(each) ?? []),
          );
      }
      return bindings.map(({ group, roleUid }) => ({ group, capabilities: roles.get(roleUid) ?? [] }));
    } catch (error) {
      if (error instanceof PlatformError && (error.code === "PERMISSION_DENIED" || error.code === "NOT_FOUND"))
        return [];
      throw error;
    }
  }
}

/** What one request told: of "nothing", the resource may not exist. Undefined without the method. */
type Answer = Visibility | "nothing" | undefined;

interface Grant {
  readonly group: string;
  readonly capabilities: readonly Capability[];
}

/** What a service without the method answers: there is no such path, method or operation, or it is not a uid. */
const WITHOUT_METHOD: readonly number[] = [400, 403, 404, 405, 501];

/** So many uids, of up to 600 characters each, fit into a URL. */
const ROLES = 20;

/** The capabilities that listing and reading resources of a type need. */
export const listingNeeds = ({ capabilities }: ResourceDefinition): readonly Capability[] => [
  ...new Set([...(capabilities.get ?? []), ...(capabilities.list ?? [])]),
];

/** A failure is not remembered: it may have been the one caller's, who was interrupted. */
function forgetFailure<T>(promise: Promise<T>, forget: () => void): Promise<T> {
  return promise.catch((error: unknown) => {
    forget();
    throw error;
  });
}
