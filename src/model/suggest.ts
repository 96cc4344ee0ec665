/** Suggestions for misspelled names. */

/** Returns the candidate closest to a misspelled name; undefined if none is close. */
export function closest(text: string, candidates: readonly string[]): string | undefined {
  const given = text.toLowerCase();
  // At most a third of a name may differ; more would lead to unrelated suggestions.
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of candidates) {
    const distance = editDistance(given, name.toLowerCase());
    const isClose = distance <= Math.max(1, Math.floor(Math.max(given.length, name.length) / 3));
    if (isClose && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/**
 * Returns a suffix such as `; did you mean "viewer"?` to append to a sentence without its period; empty if there is no
 * suggestion.
 */
export function didYouMean(text: string, candidates: readonly string[]): string {
  // An exact match is not a misspelling; the resource just does not exist.
  const name = candidates.includes(text) ? undefined : closest(text, candidates);
  return name === undefined ? "" : `; did you mean ${JSON.stringify(name)}?`;
}

/** Appends a period, unless the string already ends in punctuation. */
export const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The maximum length of a compared name, in characters: the cost grows quadratically. */
const MAX_LENGTH = 100;

/** Returns the number of insertions, deletions and replacements between two strings. */
function editDistance(one: string, other: string): number {
  if (one.length > MAX_LENGTH) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    // Every index is within its row: each row has one number more than the other text has characters.
    for (let at = 0; at < other.length; at++) {
      const replaced = row[at]! + (character === other[at] ? 0 : 1);
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
