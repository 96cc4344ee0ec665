import { firstFrom, type Scope } from "./scope";

/**
 * Scopes as ranges of uids, in their order. A range is written as one text, its end, which is excluded; without its last
 * character that is its beginning, which is included. A slash is less than every digit and greater than "!".
 */
export type Range = string;

const known = new WeakMap<readonly Scope[], readonly Range[]>();

/** Disjoint scopes as ranges, sorted. Children of one place are no range: a List has them as its only scope. */
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

/** The index of the first range that reaches beyond a uid. */
export const firstBeyond = (ranges: readonly Range[], uid: string): number => firstFrom(ranges, (range) => range > uid);

/** Whether a uid lies in one of the sorted ranges. */
export function isWithin(ranges: readonly Range[], uid: string): boolean {
  const range = ranges[firstBeyond(ranges, uid)];
  return range !== undefined && beginningOf(range) <= uid;
}
