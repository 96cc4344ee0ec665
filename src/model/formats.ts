/** String formats. Each parser returns undefined for a string in another format. */

/** A uid: 40 hexadecimal digits, followed by a slash and 16 more for each level below the root. */
export const uidPattern = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;
/** The error message for an invalid uid, without the field name. */
export const invalidUid =
  'must be a uid: 40 hexadecimal digits, followed by "/" and 16 more for each level below the root';

export const uidFormat = { pattern: uidPattern, allowed: invalidUid };

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Parses an RFC 3339 timestamp and returns it as the service writes it: UTC, with milliseconds, in a year that protobuf
 * supports.
 */
export function canonicalTimestamp(text: string): string | undefined {
  if (!TIMESTAMP.test(text) || !isOnCalendar(text.slice(0, 19).toUpperCase())) return undefined;
  const time = Date.parse(text.toUpperCase());
  const canonical = Number.isNaN(time) ? "" : new Date(time).toISOString();
  // In UTC, the year may have more than four digits.
  return TIMESTAMP.test(canonical) && !canonical.startsWith("0000") ? canonical : undefined;
}

/** Reports whether the date and hour exist: Date.parse reads 30 February as 2 March, and 24:00 as the next day. */
function isOnCalendar(text: string): boolean {
  const time = Date.parse(`${text}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns a JSON Web Key Set with sorted members, so that equivalent sets are equal. */
export function canonicalJwks(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const keys = (parsed as { keys?: unknown } | null)?.keys;
    const isKey = (key: unknown) =>
      typeof key === "object" && key !== null && typeof (key as { kty?: unknown }).kty === "string";
    return Array.isArray(keys) && keys.length > 0 && keys.every(isKey)
      ? JSON.stringify(withSortedMembers(parsed))
      : undefined;
  } catch {
    return undefined;
  }
}

/** The members of private and symmetric JSON Web Keys (RFC 7518, section 6). */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Reports whether a JSON Web Key Set contains a private or symmetric key. */
export function hasPrivateKeys(text: string): boolean {
  const canonical = canonicalJwks(text);
  if (canonical === undefined) return false;
  const { keys } = JSON.parse(canonical) as { readonly keys: readonly object[] };
  return keys.some((key) => PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member)));
}

function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, withSortedMembers(member)]));
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Parses a duration to seconds: protobuf's JSON form (`3600s`, `1.5s`) or larger units (`5m`, `1h30m`, `7d`). */
export function durationSeconds(text: string): number | undefined {
  if (!/^(?:\d{1,12}(?:\.\d{1,9})?[dhms])+$/.test(text)) return undefined;
  const parts = text.matchAll(/([\d.]+)([dhms])/g);
  return [...parts].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
}

/** Formats seconds in the largest unit that divides them: `1m` for `60`. */
export function durationText(seconds: number): string {
  const [unit, length] = Object.entries(UNITS).find(([, each]) => seconds % each === 0) ?? ["s", 1];
  return `${seconds / length}${unit}`;
}

/** Reports whether a string is a 64-bit integer in decimal digits, without redundant zeros. */
export const isInt64 = (text: string): boolean =>
  /^(?:0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** Reports whether a string is canonical base64: with padding and without excess bits. */
export const isBase64 = (text: string): boolean => Buffer.from(text, "base64").toString("base64") === text;

/** Reports whether protobuf and every database accept a string: no NUL and no unpaired surrogates. */
export const isUnicode = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);
