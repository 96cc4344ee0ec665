/** Suggestions for names that were misspelt. */

/** Of the candidates, the one that a misspelt name most likely means; undefined where none is close. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const given = text.toLowerCase();
  // A third of a name may be wrong: more would suggest what was not meant.
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of candidates) {
    const distance = editDistance(given, name.toLowerCase());
    const isClose = distance <= Math.max(1, Math.floor(Math.max(given.length, name.length) / 3));
    if (isClose && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** `; did you mean "viewer"?`, to be read after a sentence without its full stop, or nothing. */
export function didYouMean(text: string, candidates: readonly string[]): string {
  // A name that is known, and all the same not there, is not misspelt.
  const name = candidates.includes(text) ? undefined : nearest(text, candidates);
  return name === undefined ? "" : `; did you mean ${JSON.stringify(name)}?`;
}

/** Text as a sentence: with a full stop, unless it has a mark at its end, as a suggestion does. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The longest name that is compared, in characters: the effort grows with its square. */
const MAX_LENGTH = 100;

/** How many characters have to be inserted, removed or replaced to make one text the other. */
function editDistance(one: string, other: string): number {
  if (one.length > MAX_LENGTH) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at++) {
      const replaced = row[at]! + (character === other[at] ? 0 : 1);
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
