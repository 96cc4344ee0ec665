import { permissionDenied, selfAndAncestors } from "../../../api";
import type { Capability } from "../../../model";
import { intersection, type Scope, subtree, topmost } from "../../store";

/** Capabilities held in a group and in everything below it. */
export interface Grant {
  readonly group: string;
  readonly capabilities: ReadonlySet<Capability>;
}

/** A group in which something is granted. */
interface Place {
  readonly scope: Scope;
  readonly granted: ReadonlySet<Capability>[];
}

/** From so many scopes on, those of a List are remembered: finding them takes longer than reading its page. */
const MANY = 32;
/** Lists whose scopes are remembered for one caller. */
const MAX_LISTS = 16;

/** What one caller may do, as of when the request was made. */
export class Access {
  readonly #places = new Map<string, Place>();
  readonly #scopes = new Map<string, readonly Scope[]>();
  readonly #lists = new Map<string, readonly Scope[]>();

  constructor(
    readonly identityUid: string,
    grants: readonly Grant[],
    /** Whether the caller's token allows less than the identity may do. */
    readonly isNarrowed = false,
  ) {
    this.size = grants.length;
    for (const { group, capabilities } of grants) {
      const place = this.#places.get(group);
      if (place) place.granted.push(capabilities);
      else this.#places.set(group, { scope: subtree(group), granted: [capabilities] });
    }
  }

  /** The number of grants. */
  readonly size: number;

  /** The first of the capabilities that the caller does not hold at the uid; they may come from different bindings. */
  missing(capabilities: Iterable<Capability>, uid: string): Capability | undefined {
    const here = selfAndAncestors(uid).flatMap((group) => this.#places.get(group)?.granted ?? []);
    return [...capabilities].find((capability) => !here.some((granted) => granted.has(capability)));
  }

  has(capabilities: Iterable<Capability>, uid: string): boolean {
    return this.missing(capabilities, uid) === undefined;
  }

  /** Throws PERMISSION_DENIED, naming the capability that is missing. */
  require(capabilities: Iterable<Capability>, uid: string): void {
    const missing = this.missing(capabilities, uid);
    if (missing) throw permissionDenied(missing, uid);
  }

  /** The parts of the tree in which the caller holds all of the capabilities; disjoint, sorted by uid. */
  scopes(capabilities: readonly Capability[]): readonly Scope[] {
    const key = capabilities.join(" ");
    const found = this.#scopes.get(key);
    if (found) return found;
    const scopes = capabilities.map((capability) => this.#scopesOf(capability)).reduce(intersection);
    this.#scopes.set(key, scopes);
    return scopes;
  }

  /**
   * The parts of what is requested that are everyone's, or in which the caller holds all of the capabilities; disjoint. The
   * request is about what lies in all of its lists of scopes. Where there are many, a repeated request gets the same array.
   */
  scopesWithin(
    capabilities: readonly Capability[],
    requested: readonly (readonly Scope[])[],
    everyones: readonly Scope[] = [],
  ): readonly Scope[] {
    const own = this.scopes(capabilities);
    const find = () => requested.reduce(intersection, everyones.length > 0 ? [...everyones, ...own] : own);
    if (own.length < MANY) return find();
    const key = JSON.stringify([capabilities, requested, everyones]);
    const found = this.#lists.get(key) ?? find();
    if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
    if (found.length >= MANY) this.#lists.set(key, found);
    return found;
  }

  #scopesOf(capability: Capability): readonly Scope[] {
    const granting = [...this.#places.values()].filter(({ granted }) => granted.some((each) => each.has(capability)));
    // One scope for each group, whatever the list: lists are pointers.
    return topmost(
      granting.map(({ scope }) => scope.uid),
      (uid) => this.#places.get(uid)!.scope,
    );
  }
}
