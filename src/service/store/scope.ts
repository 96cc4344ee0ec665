import { isAtOrBelow, parentOf, rootOf, selfAndAncestors } from "../../api";

/**
 * A part of the tree of uids: the place itself or not, and what is below it. What a caller may see and what a List asks
 * for are both lists of such parts, disjoint; a List returns their intersection.
 */
export interface Scope {
  readonly uid: string;
  readonly self: boolean;
  readonly below: "none" | "children" | "all";
}

/** The uid and everything below it. */
export const subtree = (uid: string): Scope => ({ uid, self: true, below: "all" });
/** The one resource. */
export const point = (uid: string): Scope => ({ uid, self: true, below: "none" });

/**
 * The intersection of two lists of scopes, sorted by uid. Each list's own scopes must be disjoint; those of the result are
 * too. The shorter list is looked up in the longer one: the cost grows with the shorter list and the result.
 */
export function intersection(some: readonly Scope[], others: readonly Scope[]): readonly Scope[] {
  const [few, many] = some.length <= others.length ? [some, others] : [others, some];
  const sorted = sortedByUid(many);
  const found = few.flatMap((one) => related(sorted, one.uid).flatMap((other) => intersectionOf(one, other) ?? []));
  return sortedByUid(found);
}

/** Those of the sorted scopes whose uid is at, above or below the uid. */
function related(sorted: readonly Scope[], uid: string): Scope[] {
  const above = selfAndAncestors(uid)
    .slice(1)
    .flatMap((each) => {
      const first = firstFrom(sorted, (scope) => scope.uid >= each);
      const next = firstFrom(sorted, (scope) => scope.uid > each);
      return sorted.slice(first, next);
    });
  // A slash sorts before every digit: from a uid to that uid followed by 0 lies all that is at or below it.
  const first = firstFrom(sorted, (scope) => scope.uid >= uid);
  return [
    ...above,
    ...sorted.slice(
      first,
      firstFrom(sorted, (scope) => scope.uid >= `${uid}0`),
    ),
  ];
}

/** The index of the first element that passes, by binary search: all that follow one that passes must pass too. */
export function firstFrom<T>(sorted: readonly T[], passes: (element: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Lists of scopes in their sorted form: a caller's are the same list in every request. */
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

/** From the narrowest. */
const reach = ["none", "children", "all"] as const;

/** Subtrees of these uids, sorted, without those that lie in another. */
export function topmost(uids: Iterable<string>, subtreeOf = subtree): Scope[] {
  const tops: string[] = [];
  for (const uid of [...uids].sort()) {
    const last = tops.at(-1);
    if (last === undefined || !isAtOrBelow(uid, last)) tops.push(uid);
  }
  return tops.map(subtreeOf);
}

const roots = new WeakMap<readonly Scope[], readonly string[]>();

/** The organizations that the scopes lie in. */
export function rootsOf(scopes: readonly Scope[]): readonly string[] {
  const found = roots.get(scopes) ?? [...new Set(scopes.map(({ uid }) => rootOf(uid)))];
  roots.set(scopes, found);
  return found;
}
