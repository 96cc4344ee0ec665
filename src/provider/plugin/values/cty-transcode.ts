/** Transcodes values from JSON directly to MessagePack if that is lossless, as for nearly every state. */

import type { Type } from "./cty";
import { layoutOf } from "./cty-msgpack";
import { TokenWriter } from "./msgpack";

/**
 * Transcodes a JSON value of a type; the result equals decoding and encoding it by that type. Returns undefined for
 * values that need conversion: numbers, dynamic types, members that do not match the schema, invalid JSON.
 */
export function transcode(type: Type, json: Uint8Array): Buffer | undefined {
  const writer = new TokenWriter();
  try {
    const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("utf8");
    return write(writer, type, JSON.parse(text)) ? writer.finish() : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // the regular decoder reports the syntax error
    throw error;
  }
}

/** Returns false if the value needs conversion. */
function write(writer: TokenWriter, type: Type, json: unknown): boolean {
  if (json === null) writer.nil();
  else if (typeof json === "string" && type === "string") writer.str(json);
  else if (typeof json === "boolean" && type === "bool") writer.bool(json);
  else if (typeof type === "string" || typeof json !== "object") return false;
  else if (Array.isArray(json)) return writeArray(writer, type, json);
  else return writeRecord(writer, type, json as Readonly<Record<string, unknown>>);
  return true;
}

function writeArray(writer: TokenWriter, [kind, of]: Exclude<Type, string>, json: readonly unknown[]): boolean {
  if (kind !== "list" && kind !== "set") return false;
  writer.array(json.length);
  return json.every((element) => write(writer, of, element));
}

function writeRecord(
  writer: TokenWriter,
  [kind, of]: Exclude<Type, string>,
  json: Readonly<Record<string, unknown>>,
): boolean {
  if (kind === "map") {
    const entries = Object.entries(json);
    writer.map(entries.length);
    return entries.every(([key, member]) => {
      writer.str(key);
      return write(writer, of, member);
    });
  }
  if (kind !== "object") return false;
  const { names, types, keys } = layoutOf(of);
  writer.map(names.length);
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    writer.raw(keys[index]!);
    if (!write(writer, types[index]!, Object.hasOwn(json, name) ? json[name] : null)) return false;
  }
  return true;
}
