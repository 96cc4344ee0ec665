/**
 * Kinds of one type, of which lists leave some out: how many there are of each is kept beside how many there are at all,
 * since those that are left out may be most. What is counted is each set of values that a resource has in the field.
 */

/** The field of terms whose values say of what kinds a resource is. */
export const FIELD = "shape";

/** The value of those of no kind: a list that leaves all kinds out finds them by it, however many are of some. */
export const NONE = "none";

/** What resources of a type with these kinds are counted as, beside their type; nothing for those of no kind. */
export function countedAs(type: string, kinds: readonly string[]): string[] {
  const own = [...new Set(kinds)].filter((kind) => kind !== NONE).sort();
  return own.length === 0 ? [] : [`${type} ${own.join(" ")}`];
}

/** Between these lies all that resources of a type are counted as beside it: no name of a type has a space. */
export const boundsOf = (type: string): readonly [above: string, below: string] => [`${type} `, `${type}!`];

/** Of which kinds those are that are counted so. */
export const kindsOf = (countedAs: string): readonly string[] => countedAs.split(" ").slice(1);
