/** Readers of the textual formats that fields hold. Each returns undefined for text that is not of its format. */

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** An RFC 3339 timestamp as the service writes it: UTC, millisecond precision, in a year that protobuf has. */
export function canonicalTimestamp(text: string): string | undefined {
  if (!TIMESTAMP.test(text) || !isOnCalendar(text.slice(0, 19).toUpperCase())) return undefined;
  const time = Date.parse(text.toUpperCase());
  const canonical = Number.isNaN(time) ? "" : new Date(time).toISOString();
  // In UTC it may be of a year that has no four digits.
  return TIMESTAMP.test(canonical) && !canonical.startsWith("0000") ? canonical : undefined;
}

/** Whether there is such a day and hour: 30 February is read as 2 March, and 24:00 as the next day. */
function isOnCalendar(text: string): boolean {
  const time = Date.parse(`${text}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A JSON Web Key Set with its members in one order, so that sets that mean the same compare equal. */
export function canonicalJwks(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const keys = (parsed as { keys?: unknown } | null)?.keys;
    const isKey = (key: unknown) =>
      typeof key === "object" && key !== null && typeof (key as { kty?: unknown }).kty === "string";
    return Array.isArray(keys) && keys.length > 0 && keys.every(isKey) ? JSON.stringify(sorted(parsed)) : undefined;
  } catch {
    return undefined;
  }
}

/** The members of a JSON Web Key that no public key has (RFC 7518, section 6). */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Whether a JSON Web Key Set has a private or a secret key. */
export function hasPrivateKeys(text: string): boolean {
  const canonical = canonicalJwks(text);
  if (canonical === undefined) return false;
  const { keys } = JSON.parse(canonical) as { readonly keys: readonly object[] };
  return keys.some((key) => PRIVATE_MEMBERS.some((member) => Object.hasOwn(key, member)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** The seconds of a duration: as protobuf writes it in JSON (`3600s`, `1.5s`), or in larger units (`5m`, `1h30m`, `7d`). */
export function durationSeconds(text: string): number | undefined {
  if (!/^(?:\d{1,12}(?:\.\d{1,9})?[dhms])+$/.test(text)) return undefined;
  const parts = text.matchAll(/([\d.]+)([dhms])/g);
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0);
}

/** Seconds in the largest unit that says them whole: `60` gives `1m`. */
export function durationText(seconds: number): string {
  const unit = Object.keys(UNITS).find((each) => seconds % UNITS[each]! === 0) ?? "s";
  return `${seconds / UNITS[unit]!}${unit}`;
}

/** Whether text is a whole number that 64 bits hold, in decimal digits without any that say nothing. */
export const isInt64 = (text: string): boolean =>
  /^(?:0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** Whether text is base64 as every encoder writes it: with padding, and without bits that no byte has. */
export const isBase64 = (text: string): boolean => Buffer.from(text, "base64").toString("base64") === text;

/** Whether protobuf and every database can carry the text: no NUL, and every surrogate has its other half. */
export const isUnicode = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);
