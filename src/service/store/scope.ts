import { isAtOrBelow, parentOf, rootOf, selfAndAncestors } from "../../api";

/**
 * A part of the tree of uids: optionally the resource itself, and none, the children or all of its descendants. A
 * caller's visible resources and a List's target are both lists of disjoint scopes; a List returns their intersection.
 */
export interface Scope {
  readonly uid: string;
  readonly self: boolean;
  readonly below: "none" | "children" | "all";
}

/** The resource and all its descendants. */
export const subtree = (uid: string): Scope => ({ uid, self: true, below: "all" });
/** The resource alone. */
export const point = (uid: string): Scope => ({ uid, self: true, below: "none" });

/**
 * Returns the intersection of two lists of scopes, sorted by uid. The scopes within each list must be disjoint, as are
 * those of the result. Looks up the shorter list in the longer one, so that the cost grows with the shorter list and
 * the result.
 */
export function intersection(some: readonly Scope[], others: readonly Scope[]): readonly Scope[] {
  const [few, many] = some.length <= others.length ? [some, others] : [others, some];
  const sorted = sortedByUid(many);
  const found = few.flatMap((one) => related(sorted, one.uid).flatMap((other) => intersectionOf(one, other) ?? []));
  return sortedByUid(found);
}

/** Returns the sorted scopes whose uid is `uid`, an ancestor or a descendant. */
function related(sorted: readonly Scope[], uid: string): Scope[] {
  const above = selfAndAncestors(uid)
    .slice(1)
    .flatMap((each) => {
      const first = firstFrom(sorted, (scope) => scope.uid >= each);
      const next = firstFrom(sorted, (scope) => scope.uid > each);
      return sorted.slice(first, next);
    });
  // "/" sorts before every digit: the range from a uid to the uid plus "0" contains the resource and its descendants.
  const first = firstFrom(sorted, (scope) => scope.uid >= uid);
  return [
    ...above,
    ...sorted.slice(
      first,
      firstFrom(sorted, (scope) => scope.uid >= `${uid}0`),
    ),
  ];
}

/** Returns the index of the first element that passes, by binary search: every element after it must pass too. */
export function firstFrom<T>(sorted: readonly T[], passes: (element: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Sorted lists of scopes by the original list, which is the same for every request of a caller. */
const known = new WeakMap<readonly Scope[], readonly Scope[]>();

function sortedByUid(scopes: readonly Scope[]): readonly Scope[] {
  if (scopes.length < 2) return scopes;
  const found = known.get(scopes);
  if (found) return found;
  const isSorted = scopes.every(({ uid }, index) => index === 0 || scopes[index - 1]!.uid <= uid);
  const sorted = isSorted ? scopes : [...scopes].sort((one, other) => (one.uid < other.uid ? -1 : 1));
  known.set(scopes, sorted);
  return sorted;
}

function intersectionOf(a: Scope, b: Scope): Scope | undefined {
  if (a.uid === b.uid) {
    const below = reach.find((each) => each === a.below || each === b.below)!;
    const self = a.self && b.self;
    return self || below !== "none" ? { uid: a.uid, self, below } : undefined;
  }
  const [upper, lower] = isAtOrBelow(b.uid, a.uid) ? [a, b] : [b, a];
  if (!isAtOrBelow(lower.uid, upper.uid) || upper.below === "none") return undefined;
  if (upper.below === "all") return lower;
  return lower.self && parentOf(lower.uid) === upper.uid ? point(lower.uid) : undefined;
}

/** Narrowest first. */
const reach = ["none", "children", "all"] as const;

/** Returns the subtrees of these uids, sorted, without those inside another. */
export function topmost(uids: Iterable<string>, subtreeOf = subtree): Scope[] {
  const tops: string[] = [];
  for (const uid of [...uids].sort()) {
    const last = tops.at(-1);
    if (last === undefined || !isAtOrBelow(uid, last)) tops.push(uid);
  }
  return tops.map(subtreeOf);
}

const roots = new WeakMap<readonly Scope[], readonly string[]>();

/** Returns the root groups of the scopes. */
export function rootsOf(scopes: readonly Scope[]): readonly string[] {
  const found = roots.get(scopes) ?? [...new Set(scopes.map(({ uid }) => rootOf(uid)))];
  roots.set(scopes, found);
  return found;
}
