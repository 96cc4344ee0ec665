/** Helpers to find the options that result in given claims. */

/** Returns the named groups of a match that have a value; undefined if the text does not match. */
export function groupsIn(text: string | undefined, pattern: RegExp): Readonly<Record<string, string>> | undefined {
  const match = text === undefined ? undefined : pattern.exec(text);
  if (!match) return undefined;
  const entries = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** Returns the text that an escaped pattern (RE2) matches. */
export const unescapePattern = (pattern: string): string => pattern.replace(/\\([\\^$.*+?()[\]{}|])/g, "$1");

/** Returns the issuer as an option, if it is not the default one. */
export const otherIssuer = (issuer: string, byDefault: string): { readonly issuer?: string } =>
  issuer === byDefault ? {} : { issuer };
