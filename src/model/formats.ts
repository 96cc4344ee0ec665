/** Readers of the textual formats that fields hold. Each returns undefined for text that is not of its format. */

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** An RFC 3339 timestamp as the service writes it: UTC, millisecond precision. */
export function canonicalTimestamp(text: string): string | undefined {
  if (!TIMESTAMP.test(text)) return undefined;
  const time = Date.parse(text.toUpperCase());
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
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

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

/** The seconds of a duration as protobuf writes it in JSON (`3600s`, `1.5s`). */
export function durationSeconds(text: string): number | undefined {
  return /^\d{1,12}(?:\.\d{1,9})?s$/.test(text) ? Number(text.slice(0, -1)) : undefined;
}
