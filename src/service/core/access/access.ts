import { type Grants, hasCapability } from "../../../access";
import { permissionDenied } from "../../../api";
import type { Capability } from "../../../model";
import { intersection, type Scope, Scopes, subtree, topmost } from "../../store";

/**
 * The minimum number of scopes for which a List's scopes are cached: finding them takes longer than reading the page.
 */
const MIN_CACHED_SCOPES = 32;
/** The maximum number of Lists whose scopes are cached per caller. */
const MAX_CACHED_LISTS = 16;

interface AccessOptions {
  /** Whether the caller's token is restricted to less than the identity's permissions. */
  readonly isRestricted?: boolean;
  /** When the first of the role bindings expires (RFC 3339); undefined if all are permanent. */
  readonly expirationTime?: string | undefined;
}

/** A caller's capabilities at the time of the request. */
export class Access implements AccessOptions {
  readonly isRestricted: boolean;
  readonly expirationTime: string | undefined;
  readonly #grants: Grants;
  readonly #granting: ReadonlyMap<string, Scope>;
  readonly #scopes = new Map<string, Scopes>();
  readonly #lists = new Map<string, Scopes>();

  constructor(
    readonly identityUid: string,
    grants: Grants,
    { isRestricted = false, expirationTime }: AccessOptions = {},
  ) {
    this.isRestricted = isRestricted;
    this.expirationTime = expirationTime;
    this.size = grants.size;
    this.#grants = grants;
    this.#granting = new Map([...grants.groups].map((group) => [group, subtree(group)]));
  }

  /** The number of groups in which something is granted. */
  readonly size: number;

  /** Returns the first capability that the caller lacks at the uid; different role bindings may grant the others. */
  missing(capabilities: Iterable<Capability>, uid: string): Capability | undefined {
    const here = this.#grants.at(uid);
    return [...capabilities].find((capability) => !hasCapability(here, capability));
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
   * Returns the parts of the requested scopes that are public or in which the caller has all of the capabilities.
   * `requested` scopes are intersected. Returns the same object for repeated requests if there are many scopes.
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
    // Use the group's own scope object, so that lists only contain references.
    return topmost(
      [...this.#granting.keys()].filter((group) => hasCapability(this.#grants.in(group), capability)),
      (uid) => this.#granting.get(uid)!,
    );
  }
}
