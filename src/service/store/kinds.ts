/**
 * Kinds of resources within one type, which lists can exclude. The number of resources of each kind is maintained
 * beside the type's number, because most resources may be excluded. Counts are kept per set of values that resources
 * have in the field.
 */

/** The search index field whose values are a resource's kinds. */
export const FIELD = "shape";

/** The value of resources without a kind, by which a list that excludes all kinds finds them directly. */
export const NONE = "none";

/**
 * Returns the names under which resources of a type with these kinds are counted, in addition to the type itself; empty
 * without kinds.
 */
export function countNames(type: string, kinds: readonly string[]): string[] {
  const own = [...new Set(kinds)].filter((kind) => kind !== NONE).sort();
  return own.length === 0 ? [] : [`${type} ${own.join(" ")}`];
}

/** The bounds of the names returned by `countedAs` for a type: type names contain no spaces. */
export const countNameBounds = (type: string): readonly [above: string, below: string] => [`${type} `, `${type}!`];

/** Returns the kinds encoded in a name returned by `countedAs`. */
export const kindsOf = (countedAs: string): readonly string[] => countedAs.split(" ").slice(1);
