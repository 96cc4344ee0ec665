import { hash } from "node:crypto";
import { isAtOrBelow, rootOf, selfAndAncestors } from "../../api";
import { firstIndex, type Range, rangeOf } from "./ranges";
import { intersectionOf, type Scope, subtree } from "./scope";
import { Totals } from "./totals";

/**
 * Disjoint scopes. A caller's visible resources and a List's target are both scopes; a List returns their intersection.
 * There can be thousands, so derived values are computed once and cached with them.
 */
export class Scopes {
  /** Sorted by uid. */
  readonly list: readonly Scope[];
  #roots: readonly string[] | undefined;
  #ranges: readonly Range[] | undefined;
  #digest: string | undefined;
  #totals: Totals | undefined;

  constructor(scopes: readonly Scope[]) {
    this.list = sortedByUid(scopes);
  }

  get size(): number {
    return this.list.length;
  }

  /** The uids of the scopes' root groups. */
  get roots(): readonly string[] {
    this.#roots ??= [...new Set(this.list.map(({ uid }) => rootOf(uid)))];
    return this.#roots;
  }

  /** Sorted. Throws if a scope consists of the children of a group: a List has it as its only scope. */
  get ranges(): readonly Range[] {
    this.#ranges ??= this.list.map(rangeOf).sort();
    return this.#ranges;
  }

  get digest(): string {
    this.#digest ??= hash("sha256", JSON.stringify(this.list), "base64url");
    return this.#digest;
  }

  /** The cached numbers of resources in the scopes. */
  get totals(): Totals {
    this.#totals ??= new Totals(this.roots);
    return this.#totals;
  }
}

/** Returns the intersection of scopes. Its cost grows with the shorter list and the result. */
export function intersection(some: Scopes, others: Scopes): Scopes {
  const [few, many] = some.size <= others.size ? [some, others] : [others, some];
  return new Scopes(
    few.list.flatMap((one) => related(many.list, one.uid).flatMap((other) => intersectionOf(one, other) ?? [])),
  );
}

/** Returns the subtrees of these uids, without those inside another. */
export function topmost(uids: Iterable<string>, subtreeOf = subtree): Scopes {
  const tops: string[] = [];
  for (const uid of [...uids].sort()) {
    const last = tops.at(-1);
    if (last === undefined || !isAtOrBelow(uid, last)) tops.push(uid);
  }
  return new Scopes(tops.map(subtreeOf));
}

function sortedByUid(scopes: readonly Scope[]): readonly Scope[] {
  let previous = "";
  for (const { uid } of scopes) {
    if (uid < previous) return [...scopes].sort((one, other) => (one.uid < other.uid ? -1 : 1));
    previous = uid;
  }
  return scopes;
}

/** Returns the sorted scopes whose uid is `uid`, an ancestor or a descendant. */
function related(sorted: readonly Scope[], uid: string): Scope[] {
  const from = (lowest: string) => firstIndex(sorted, (scope) => scope.uid >= lowest);
  const after = (last: string) => firstIndex(sorted, (scope) => scope.uid > last);
  const above = selfAndAncestors(uid).slice(1);
  return [
    ...above.flatMap((each) => sorted.slice(from(each), after(each))),
    // "/" sorts before every digit: the range from a uid to the uid plus "0" contains the resource and its descendants.
    ...sorted.slice(from(uid), from(`${uid}0`)),
  ];
}
