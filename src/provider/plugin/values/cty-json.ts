/** Decodes values from JSON, as stored in a state file, according to their type. */

import { formatPath, type Path } from "../diagnostics";
import { Dynamic, emptyRecord, type Type, type Value } from "./cty";
import type { JsonRecord, JsonValue } from "./json";
import { isNumeric, parseNumeric } from "./number";

/**
 * Decodes a value of a type from JSON. Members that the object type does not have are dropped and missing ones are
 * null, so a state of an older version can be read with the current schema.
 * @throws TypeError naming the path where the JSON does not match the type.
 */
export function valueFromJson(type: Type, json: JsonValue, path: Path = []): Value {
  if (json === null) return null;
  if (typeof type === "string") return simpleFromJson(type, json, path);
  const [kind, of] = type;
  if (Array.isArray(json)) {
    const elements = json as readonly JsonValue[];
    if (kind === "list" || kind === "set")
      return elements.map((item, index) => valueFromJson(of, item, [...path, index]));
    if (kind === "tuple" && elements.length === of.length)
      return elements.map((item, index) => valueFromJson(of[index]!, item, [...path, index]));
  } else if (isJsonRecord(json)) {
    const record = emptyRecord<Value>();
    if (kind === "map") {
      for (const [key, member] of Object.entries(json)) record[key] = valueFromJson(of, member, [...path, { key }]);
      return record;
    }
    if (kind === "object") {
      for (const [name, member] of Object.entries(of))
        record[name] = valueFromJson(member, json[name] ?? null, [...path, name]);
      return record;
    }
  }
  throw mismatch(type, path);
}

/** Converts primitives as Terraform does, because another provider version may have used a different type. */
function simpleFromJson(type: Type & string, json: NonNullable<JsonValue>, path: Path): Value {
  if (type === "string") {
    if (typeof json === "string") return json;
    if (typeof json === "boolean" || isNumeric(json)) return String(json);
  }
  if (type === "number") {
    if (isNumeric(json)) return json;
    if (typeof json === "string") return parseNumeric(json);
  }
  if (type === "bool") {
    if (typeof json === "boolean") return json;
    if (json === "true" || json === "false") return json === "true";
  }
  if (type === "dynamic" && isJsonRecord(json) && json.type !== undefined) {
    const actual = json.type as Type;
    return new Dynamic(actual, valueFromJson(actual, json.value ?? null, path));
  }
  throw mismatch(type, path);
}

function isJsonRecord(json: JsonValue): json is JsonRecord {
  return typeof json === "object" && json !== null && !Array.isArray(json) && !isNumeric(json);
}

function mismatch(type: Type, path: Path): TypeError {
  const where = path.length === 0 ? "the value" : formatPath(path);
  return new TypeError(`${where} is not a ${typeof type === "string" ? type : type[0]}`);
}
