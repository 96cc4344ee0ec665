/** Values from JSON straight to MessagePack, where nothing can be lost on the way: what nearly every state is. */

import type { Type } from "./cty";
import { layoutOf } from "./cty-msgpack";
import { TokenWriter } from "./msgpack";

/**
 * Writes a value of a type that stands as JSON, as reading it by the type and writing that would. Undefined for what
 * takes more care: numbers, places of any type, members of another type than the schema's, text that is not JSON.
 */
export function transcode(type: Type, json: Uint8Array): Buffer | undefined {
  const writer = new TokenWriter();
  try {
    const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("utf8");
    return write(writer, type, JSON.parse(text)) ? writer.finish() : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // which has yet to be said in words
    throw error;
  }
}

/** False where something takes more care. */
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
