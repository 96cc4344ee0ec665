/** Lossless JSON: numbers keep all their digits, and `__proto__` is an ordinary key. */

import { emptyRecord } from "./cty";
import { type Numeric, parseNumeric } from "./number";

export type JsonValue = null | boolean | string | Numeric | readonly JsonValue[] | JsonRecord;

export interface JsonRecord {
  readonly [key: string]: JsonValue;
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON text. Numbers and strings are first rewritten as strings with different prefixes, so that JSON.parse can
 * be used and no digit passes through floating point.
 * @throws SyntaxError if the text is not JSON.
 */
export function parseJson(text: string): JsonValue {
  const marked = text.replace(stringOrNumber, (token) => (token[0] === '"' ? `"s${token.slice(1)}` : `"n${token}"`));
  return unmark(JSON.parse(marked));
}

function unmark(value: unknown): JsonValue {
  if (typeof value === "string") return value[0] === "n" ? parseNumeric(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== "object" || value === null) return value as boolean | null;
  const record = emptyRecord<JsonValue>();
  for (const [key, member] of Object.entries(value)) record[key.slice(1)] = unmark(member);
  return record;
}
