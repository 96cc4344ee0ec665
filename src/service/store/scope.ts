import { isAtOrBelow, parentOf } from "../../api";

/**
 * A part of the tree of uids: the place itself or not, and what is below it. What a caller may see and what a List asks
 * for are both lists of such parts, disjoint; what a List answers is where they meet.
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

/** Where two lists of scopes meet. Each list's own scopes must be disjoint; those of the result are too. */
export function meet(some: readonly Scope[], others: readonly Scope[]): Scope[] {
  return some.flatMap((one) => others.flatMap((other) => meetOne(one, other) ?? []));
}

function meetOne(a: Scope, b: Scope): Scope | undefined {
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

/** Subtrees of these uids, without those that lie in another; sorted, each follows the one that it lies in. */
export function topmost(uids: Iterable<string>): Scope[] {
  const tops: string[] = [];
  for (const uid of [...uids].sort()) {
    const last = tops.at(-1);
    if (last === undefined || !isAtOrBelow(uid, last)) tops.push(uid);
  }
  return tops.map(subtree);
}
