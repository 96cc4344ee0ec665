import { isAtOrBelow, parentOf } from "../../api";

/** A part of the tree of uids: optionally the resource itself, and none, the children or all of its descendants. */
export interface Scope {
  readonly uid: string;
  readonly self: boolean;
  readonly below: "none" | "children" | "all";
}

/** The resource and all its descendants. */
export const subtree = (uid: string): Scope => ({ uid, self: true, below: "all" });
/** The resource alone. */
export const point = (uid: string): Scope => ({ uid, self: true, below: "none" });

/** Returns the part that is in both scopes. */
export function intersectionOf(a: Scope, b: Scope): Scope | undefined {
  if (a.uid === b.uid) {
    const below = depth[a.below] < depth[b.below] ? a.below : b.below;
    const self = a.self && b.self;
    return self || below !== "none" ? { uid: a.uid, self, below } : undefined;
  }
  const [upper, lower] = isAtOrBelow(b.uid, a.uid) ? [a, b] : [b, a];
  if (!isAtOrBelow(lower.uid, upper.uid) || upper.below === "none") return undefined;
  if (upper.below === "all") return lower;
  return lower.self && parentOf(lower.uid) === upper.uid ? point(lower.uid) : undefined;
}

const depth = { none: 0, children: 1, all: 2 } as const;
