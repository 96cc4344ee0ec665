/** Values on the wire: MessagePack, read and written by their type. */

import { Dynamic, emptyRecord, isRecord, type Type, typeOf, unknown, type Value, type ValueRecord } from "./cty";
import { formatPath, type Path } from "./diagnostics";
import { type Token, TokenReader, TokenWriter } from "./msgpack";
import { Decimal, fromFloat, fromInteger, isNumeric, type Numeric, parseNumeric } from "./number";

/**
 * Reads a value of a type.
 * @throws RangeError if the bytes are not MessagePack, TypeError if they hold no value of the type.
 */
export function decodeValue(type: Type, bytes: Uint8Array): Value {
  const reader = new TokenReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const value = read(reader, type, []);
  if (!reader.atEnd) throw new RangeError("there is data after the value");
  return value;
}

/**
 * Writes a value of a type. An attribute that an object leaves out, or that is undefined, is null.
 * @throws TypeError naming the path where value and type differ.
 */
export function encodeValue(type: Type, value: Value | undefined): Buffer {
  const writer = new TokenWriter();
  write(writer, type, value, []);
  return writer.finish();
}

function read(reader: TokenReader, type: Type, path: Path): Value {
  const token = reader.next();
  if (token.kind === "nil") return null;
  if (token.kind === "ext") return unknown; // whatever it says beyond that refines the unknown, and may be ignored
  if (typeof type === "string") return readSimple(reader, type, token, path);
  const [kind, of] = type;
  if (token.kind === "map" && kind === "map") return readMap(reader, of, token.length, path);
  if (token.kind === "map" && kind === "object") return readObject(reader, of, token.length, path);
  if (token.kind === "array" && (kind === "list" || kind === "set"))
    return readArray(token.length, (index) => read(reader, of, [...path, index]));
  if (token.kind === "array" && kind === "tuple" && token.length === of.length)
    return readArray(token.length, (index) => read(reader, of[index]!, [...path, index]));
  throw mismatch(type, token.kind, path);
}

function readSimple(reader: TokenReader, type: Type & string, token: Token, path: Path): Value {
  if (type === "string" && token.kind === "str") return token.value.toString("utf8");
  if (type === "bool" && token.kind === "bool") return token.value;
  if (type === "number" && token.kind === "int") return fromInteger(token.value);
  if (type === "number" && token.kind === "float") return fromFloat(token.value);
  if (type === "number" && token.kind === "str") return parseNumeric(token.value.toString("latin1"));
  if (type === "dynamic" && token.kind === "array" && token.length === 2) {
    const actual = reader.next();
    if (actual.kind !== "bin" && actual.kind !== "str") throw mismatch(type, actual.kind, path);
    const actualType = JSON.parse(actual.value.toString("utf8")) as Type;
    return new Dynamic(actualType, read(reader, actualType, path));
  }
  throw mismatch(type, token.kind, path);
}

function readArray(length: number, element: (index: number) => Value): Value[] {
  const values: Value[] = [];
  for (let index = 0; index < length; index++) values.push(element(index));
  return values;
}

function readMap(reader: TokenReader, element: Type, length: number, path: Path): ValueRecord {
  const record = emptyRecord<Value>();
  for (let count = 0; count < length; count++) {
    const key = readKey(reader, path);
    record[key] = read(reader, element, [...path, { key }]);
  }
  return record;
}

function readObject(
  reader: TokenReader,
  types: Readonly<Record<string, Type>>,
  length: number,
  path: Path,
): ValueRecord {
  const record = emptyRecord<Value>();
  for (const name of Object.keys(types)) record[name] = null;
  for (let count = 0; count < length; count++) {
    const name = readKey(reader, path);
    if (!Object.hasOwn(types, name)) throw new TypeError(`${at(path)}no attribute is named ${JSON.stringify(name)}`);
    record[name] = read(reader, types[name]!, [...path, name]);
  }
  return record;
}

function readKey(reader: TokenReader, path: Path): string {
  const token = reader.next();
  if (token.kind !== "str") throw mismatch("string", token.kind, path);
  return token.value.toString("utf8");
}

function write(writer: TokenWriter, type: Type, value: Value | undefined, path: Path): void {
  if (value === null || value === undefined) writer.nil();
  else if (value === unknown) writer.ext();
  else if (typeof type === "string") writeSimple(writer, type, value, path);
  else writeComposite(writer, type, value, path);
}

function writeComposite(writer: TokenWriter, type: Exclude<Type, string>, value: Value, path: Path): void {
  const [kind, of] = type;
  if (kind === "map" && isRecord(value)) {
    const entries = Object.entries(value);
    writer.map(entries.length);
    for (const [key, member] of entries) {
      writer.str(key);
      write(writer, of, member, [...path, { key }]);
    }
  } else if (kind === "object" && isRecord(value)) {
    const stray = Object.keys(value).find((name) => !Object.hasOwn(of, name));
    if (stray !== undefined) throw new TypeError(`${at(path)}no attribute is named ${JSON.stringify(stray)}`);
    const types = Object.entries(of);
    writer.map(types.length);
    for (const [name, member] of types) {
      writer.str(name);
      write(writer, member, Object.hasOwn(value, name) ? value[name] : null, [...path, name]);
    }
  } else if ((kind === "list" || kind === "set") && Array.isArray(value)) {
    writer.array(value.length);
    for (const [index, element] of value.entries()) write(writer, of, element, [...path, index]);
  } else if (kind === "tuple" && Array.isArray(value) && value.length === of.length) {
    writer.array(value.length);
    for (const [index, element] of value.entries()) write(writer, of[index]!, element, [...path, index]);
  } else {
    throw mismatch(type, kindOf(value), path);
  }
}

function writeSimple(writer: TokenWriter, type: Type & string, value: Value, path: Path): void {
  if (type === "string" && typeof value === "string") writer.str(value);
  else if (type === "bool" && typeof value === "boolean") writer.bool(value);
  else if (type === "number" && isNumeric(value)) writeNumber(writer, value, path);
  else if (type === "dynamic") {
    const { type: actual, value: inner } = value instanceof Dynamic ? value : new Dynamic(typeOf(value), value);
    writer.array(2);
    writer.bin(Buffer.from(JSON.stringify(actual), "utf8"));
    write(writer, actual, inner, path);
  } else throw mismatch(type, kindOf(value), path);
}

/**
 * As text, which Terraform reads to 512 bits, as it does a configuration and a state: 0.1 as a float of 64 bits would be
 * another number, and even an equal integer that it read to fewer bits makes it find a state changed that is not.
 */
function writeNumber(writer: TokenWriter, value: Numeric, path: Path): void {
  if (Number.isNaN(value)) throw mismatch("number", "NaN", path);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) writer.float(value);
  else writer.str(Number.isInteger(value) ? String(BigInt(value as number)) : String(value));
}

function at(path: Path): string {
  return path.length === 0 ? "" : `${formatPath(path)}: `;
}

function kindOf(value: Value): string {
  return Array.isArray(value) ? "array" : value instanceof Decimal ? "number" : typeof value;
}

/** Says what stands where something else should; never the value, which may be secret. */
function mismatch(type: Type, found: string, path: Path): TypeError {
  return new TypeError(`${at(path)}expected ${typeof type === "string" ? type : type[0]}, found ${found}`);
}
