import type { Scope } from "./scope";

/**
 * A scope as a range of uids, stored as one text: its exclusive end, which is also its inclusive start plus one
 * character. "/" sorts before every digit and after "!".
 */
export type Range = string;

/** Returns the range of a scope. The children of a group are not a range. */
export function rangeOf({ uid, self, below }: Scope): Range {
  if (below === "all") return self ? `${uid}0` : `${uid}/g`;
  if (below === "none") return `${uid}!`;
  throw new Error("the children of one group cannot be listed together with other scopes");
}

export const startOf = (range: Range): string => range.slice(0, -1);

/** Returns the index of the first of the sorted ranges that ends after a uid. */
export const firstEndingAfter = (ranges: readonly Range[], uid: string): number =>
  firstIndex(ranges, (range) => range > uid);

/** Returns whether a uid is in one of the sorted ranges. */
export function isWithin(ranges: readonly Range[], uid: string): boolean {
  const range = ranges[firstEndingAfter(ranges, uid)];
  return range !== undefined && startOf(range) <= uid;
}

/**
 * Returns the index of the first element that passes, by binary search: every element after it must pass too. Returns
 * the length if none passes.
 */
export function firstIndex<T>(sorted: readonly T[], passes: (element: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    // `middle` is below `high`, so there is such an element.
    if (passes(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
