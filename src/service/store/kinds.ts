/**
 * Kinds of resources within one type, which lists can exclude. The number of resources of each kind is maintained
 * with that of the type, because most resources may be excluded. There is a count for each set of values in the field.
 */

/** The search index field whose values are a resource's kinds. Changing its stored name would rewrite a row per tag. */
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

/** The bounds of the names that `countNames` returns for a type: type names contain no spaces. */
export const countNameBounds = (type: string): readonly [above: string, below: string] => [`${type} `, `${type}!`];

/** Returns the kinds in a name that `countNames` returned. */
export const kindsOf = (countName: string): readonly string[] => countName.split(" ").slice(1);
