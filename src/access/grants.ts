import { selfAndAncestors } from "../api";
import { type CapabilitySet, noCapabilities } from "./capability-set";

/** Capabilities granted in a group and everything below it. */
export interface Grant {
  readonly group: string;
  readonly capabilities: CapabilitySet;
}

/**
 * What one identity is granted, by group. There are no deny rules and no conditions: at a resource, an identity has
 * whatever is granted to it in any group at or above the resource.
 */
export class Grants {
  readonly #byGroup = new Map<string, CapabilitySet>();

  constructor(grants: Iterable<Grant> = []) {
    for (const { group, capabilities } of grants) this.#byGroup.set(group, this.in(group) | capabilities);
  }

  /** Returns the groups in which something is granted. */
  get groups(): IterableIterator<string> {
    return this.#byGroup.keys();
  }

  /** The number of groups in which something is granted. */
  get size(): number {
    return this.#byGroup.size;
  }

  /** Returns what is granted in a group itself. */
  in(group: string): CapabilitySet {
    return this.#byGroup.get(group) ?? noCapabilities;
  }

  /** Returns what the identity may do at a resource. `path` contains the groups at and above the resource. */
  at(uid: string, path: Iterable<string> = selfAndAncestors(uid)): CapabilitySet {
    let effective = noCapabilities;
    for (const group of path) effective |= this.in(group);
    return effective;
  }

  /** Returns the grants of a token restricted to these capabilities, and to these groups and their descendants. */
  restrictedTo(capabilities: CapabilitySet | undefined, groups: readonly string[] | undefined): Grants {
    const allowed = (set: CapabilitySet) => (capabilities === undefined ? set : set & capabilities);
    const all = [...this.#byGroup].map(([group, set]): Grant => ({ group, capabilities: allowed(set) }));
    if (groups === undefined) return new Grants(all);
    const scopes = new Set(groups);
    return new Grants(
      [
        ...all.filter(({ group }) => selfAndAncestors(group).some((each) => scopes.has(each))),
        ...[...scopes].map((group) => ({ group, capabilities: allowed(this.at(group)) })),
      ].filter((each) => each.capabilities !== noCapabilities),
    );
  }
}
