import { permissionDenied, selfAndAncestors } from "../../../api";
import type { Capability } from "../../../model";
import { intersection, type Scope, Scopes, subtree, topmost } from "../../store";

/** Capabilities granted in a group and all its descendants. */
export interface Grant {
  readonly group: string;
  readonly capabilities: ReadonlySet<Capability>;
}

/** A group with its grants. */
interface GrantedGroup {
  readonly scope: Scope;
  readonly granted: ReadonlySet<Capability>[];
}

/** The number of scopes from which a List's scopes are cached: finding them takes longer than reading the page. */
const MIN_CACHED_SCOPES = 32;
/** The maximum number of Lists whose scopes are cached per caller. */
const MAX_CACHED_LISTS = 16;

/** A caller's capabilities at the time of the request. */
export class Access {
  readonly #groups = new Map<string, GrantedGroup>();
  readonly #scopes = new Map<string, Scopes>();
  readonly #lists = new Map<string, Scopes>();

  constructor(
    readonly identityUid: string,
    grants: readonly Grant[],
    /** Whether the caller's token is narrowed to less than the identity's permissions. */
    readonly isNarrowed = false,
  ) {
    this.size = grants.length;
    for (const { group, capabilities } of grants) {
      const place = this.#groups.get(group);
      if (place) place.granted.push(capabilities);
      else this.#groups.set(group, { scope: subtree(group), granted: [capabilities] });
    }
  }

  /** The number of grants. */
  readonly size: number;

  /** Returns the first capability that the caller lacks at the uid; different role bindings may grant the others. */
  missing(capabilities: Iterable<Capability>, uid: string): Capability | undefined {
    const here = selfAndAncestors(uid).flatMap((group) => this.#groups.get(group)?.granted ?? []);
    return [...capabilities].find((capability) => !here.some((granted) => granted.has(capability)));
  }

  has(capabilities: Iterable<Capability>, uid: string): boolean {
    return this.missing(capabilities, uid) === undefined;
  }

  /** Throws PERMISSION_DENIED, naming the missing capability. */
  require(capabilities: Iterable<Capability>, uid: string): void {
    const missing = this.missing(capabilities, uid);
    if (missing) throw permissionDenied(missing, uid);
  }

  /** Returns the scopes in which the caller has all of the capabilities. */
  scopes(capabilities: readonly Capability[]): Scopes {
    const key = capabilities.join(" ");
    const found = this.#scopes.get(key);
    if (found) return found;
    const scopes = capabilities.map((capability) => this.#scopesOf(capability)).reduce(intersection);
    this.#scopes.set(key, scopes);
    return scopes;
  }

  /**
   * Returns the parts of the requested scopes that are public or in which the caller has all of the capabilities. The
   * intersection of `requested` is requested. Returns the same object for repeated requests if there are many scopes.
   */
  scopesWithin(
    capabilities: readonly Capability[],
    requested: readonly Scopes[],
    publicScopes: readonly Scope[] = [],
  ): Scopes {
    const own = this.scopes(capabilities);
    const find = () =>
      requested.reduce(intersection, publicScopes.length > 0 ? new Scopes([...publicScopes, ...own.list]) : own);
    if (own.size < MIN_CACHED_SCOPES) return find();
    const key = JSON.stringify([capabilities, requested.map(({ list }) => list), publicScopes]);
    const found = this.#lists.get(key) ?? find();
    if (this.#lists.size >= MAX_CACHED_LISTS) this.#lists.clear();
    if (found.size >= MIN_CACHED_SCOPES) this.#lists.set(key, found);
    return found;
  }

  #scopesOf(capability: Capability): Scopes {
    const granting = [...this.#groups.values()].filter(({ granted }) => granted.some((each) => each.has(capability)));
    // Use the group's own scope object, so that lists only contain references.
    return topmost(
      granting.map(({ scope }) => scope.uid),
      (uid) => this.#groups.get(uid)!.scope,
    );
  }
}
