import { firstFrom, type Scope } from "./scope";

/**
 * Scopes as sorted ranges of uids. A range is stored as one text: its exclusive end, which is also its inclusive
 * beginning plus one character. "/" sorts before every digit and after "!".
 */
export type Range = string;

const known = new WeakMap<readonly Scope[], readonly Range[]>();

/**
 * Returns disjoint scopes as sorted ranges. The children of a group are not a range: a List has them as its only scope.
 */
export function rangesOf(scopes: readonly Scope[]): readonly Range[] {
  const found = known.get(scopes);
  if (found) return found;
  const ranges = scopes.map(rangeOf);
  const isSorted = ranges.every((range, index) => index === 0 || ranges[index - 1]! < range);
  if (!isSorted) ranges.sort();
  known.set(scopes, ranges);
  return ranges;
}

function rangeOf({ uid, self, below }: Scope): Range {
  if (below === "all") return self ? `${uid}0` : `${uid}/g`;
  if (below === "none") return `${uid}!`;
  throw new Error("the children of one group cannot be listed together with other scopes");
}

export const beginningOf = (range: Range): string => range.slice(0, -1);

/** Returns the index of the first range that ends after a uid. */
export const firstBeyond = (ranges: readonly Range[], uid: string): number => firstFrom(ranges, (range) => range > uid);

/** Returns whether a uid is in one of the sorted ranges. */
export function isWithin(ranges: readonly Range[], uid: string): boolean {
  const range = ranges[firstBeyond(ranges, uid)];
  return range !== undefined && beginningOf(range) <= uid;
}
