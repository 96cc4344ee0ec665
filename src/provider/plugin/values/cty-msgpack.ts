/** Encodes and decodes values as MessagePack, the wire format, according to their type. */

import { formatPath, type PathStep } from "../diagnostics";
import { Dynamic, emptyRecord, isRecord, type Type, typeOf, unknown, type Value, type ValueRecord } from "./cty";
import { type TokenKind, TokenReader, TokenWriter } from "./msgpack";
import { Decimal, fromFloat, fromInteger, isNumeric, type Numeric, parseNumeric } from "./number";

/**
 * Decodes a value of a type.
 * @throws RangeError if the bytes are not MessagePack; TypeError if they do not match the type.
 */
export function decodeValue(type: Type, bytes: Uint8Array): Value {
  const reader = new TokenReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const value = read(reader, type, []);
  if (!reader.atEnd) throw new RangeError("unexpected data after the value");
  return value;
}

/**
 * Encodes a value of a type. An omitted or undefined attribute of an object is null.
 * @throws TypeError naming the path where the value does not match the type.
 */
export function encodeValue(type: Type, value: Value | undefined): Buffer {
  const writer = new TokenWriter();
  write(writer, type, value, []);
  return writer.finish();
}

/** The attributes of an object type in the order in which engines send them, each with its encoded name. */
export interface Layout {
  readonly names: readonly string[];
  readonly types: readonly Type[];
  readonly keys: readonly Uint8Array[];
}

/** Caches the layout of each object type; types are immutable. */
const layouts = new WeakMap<Readonly<Record<string, Type>>, Layout>();

export function layoutOf(attributes: Readonly<Record<string, Type>>): Layout {
  const known = layouts.get(attributes);
  if (known) return known;
  const names = Object.keys(attributes).sort();
  const layout = { names, types: names.map((name) => attributes[name]!), keys: names.map(keyBytes) };
  layouts.set(attributes, layout);
  return layout;
}

function keyBytes(name: string): Uint8Array {
  const writer = new TokenWriter();
  writer.str(name);
  return Buffer.from(writer.finish());
}

/** The current path of a walk through a value; one array, modified in place. */
type Steps = PathStep[];

function read(reader: TokenReader, type: Type, path: Steps): Value {
  const token = reader.next();
  if (token === "nil") return null;
  if (token === "ext") return unknown; // its content refines the unknown value and may be ignored
  if (typeof type === "string") return readSimple(reader, type, token, path);
  const [kind, of] = type;
  if (token === "map" && kind === "map") return readMap(reader, of, path);
  if (token === "map" && kind === "object") return readObject(reader, of, path);
  if (token === "array" && (kind === "list" || kind === "set")) return readArray(reader, () => of, path);
  if (token === "array" && kind === "tuple" && reader.length === of.length)
    return readArray(reader, (index) => of[index]!, path);
  throw mismatch(type, token, path);
}

function readSimple(reader: TokenReader, type: Type & string, token: TokenKind, path: Steps): Value {
  if (type === "string" && token === "str") return reader.text();
  if (type === "bool" && token === "bool") return reader.flag;
  if (type === "number" && token === "int") return reader.wide === undefined ? reader.number : fromInteger(reader.wide);
  if (type === "number" && token === "float") return fromFloat(reader.number);
  if (type === "number" && token === "str") return parseNumeric(reader.text());
  if (type === "dynamic" && token === "array" && reader.length === 2) {
    const actual = reader.next();
    if (actual !== "bin" && actual !== "str") throw mismatch(type, actual, path);
    const actualType = JSON.parse(reader.text()) as Type;
    return new Dynamic(actualType, read(reader, actualType, path));
  }
  throw mismatch(type, token, path);
}

function readArray(reader: TokenReader, typeOfElement: (index: number) => Type, path: Steps): Value[] {
  const { length } = reader;
  const values: Value[] = [];
  for (let index = 0; index < length; index++) {
    path.push(index);
    values.push(read(reader, typeOfElement(index), path));
    path.pop();
  }
  return values;
}

function readMap(reader: TokenReader, element: Type, path: Steps): ValueRecord {
  const { length } = reader;
  const record = emptyRecord<Value>();
  for (let count = 0; count < length; count++) {
    const key = readKey(reader, path);
    path.push({ key });
    record[key] = read(reader, element, path);
    path.pop();
  }
  return record;
}

function readObject(reader: TokenReader, attributes: Readonly<Record<string, Type>>, path: Steps): ValueRecord {
  const { length } = reader;
  const { names, types, keys } = layoutOf(attributes);
  const record = emptyRecord<Value>();
  let isWhole = length === names.length;
  for (let count = 0; count < length; count++) {
    const isNext = count < keys.length && reader.skipIf(keys[count]!);
    const name = isNext ? names[count]! : readKey(reader, path);
    if (!isNext && !Object.hasOwn(attributes, name))
      throw new TypeError(`${at(path)}unsupported attribute ${JSON.stringify(name)}`);
    isWhole &&= isNext;
    path.push(name);
    record[name] = read(reader, isNext ? types[count]! : attributes[name]!, path);
    path.pop();
  }
  if (!isWhole) for (const name of names) if (!(name in record)) record[name] = null;
  return record;
}

function readKey(reader: TokenReader, path: Steps): string {
  const token = reader.next();
  if (token !== "str") throw mismatch("string", token, path);
  return reader.text();
}

function write(writer: TokenWriter, type: Type, value: Value | undefined, path: Steps): void {
  if (value === null || value === undefined) writer.nil();
  else if (value === unknown) writer.ext();
  else if (typeof type === "string") writeSimple(writer, type, value, path);
  else writeComposite(writer, type, value, path);
}

function writeComposite(writer: TokenWriter, type: Exclude<Type, string>, value: Value, path: Steps): void {
  const [kind, of] = type;
  if (kind === "map" && isRecord(value)) {
    const entries = Object.entries(value);
    writer.map(entries.length);
    for (const [key, member] of entries) {
      writer.str(key);
      writeMember(writer, of, member, path, { key });
    }
  } else if (kind === "object" && isRecord(value)) {
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(of, name)) throw new TypeError(`${at(path)}unsupported attribute ${JSON.stringify(name)}`);
    }
    const { names, types, keys } = layoutOf(of);
    writer.map(names.length);
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      writer.raw(keys[index]!);
      writeMember(writer, types[index]!, Object.hasOwn(value, name) ? value[name] : null, path, name);
    }
  } else if ((kind === "list" || kind === "set") && Array.isArray(value)) {
    writer.array(value.length);
    for (const [index, element] of value.entries()) writeMember(writer, of, element, path, index);
  } else if (kind === "tuple" && Array.isArray(value) && value.length === of.length) {
    writer.array(value.length);
    for (const [index, element] of value.entries()) writeMember(writer, of[index]!, element, path, index);
  } else {
    throw mismatch(type, kindOf(value), path);
  }
}

function writeMember(writer: TokenWriter, type: Type, value: Value | undefined, path: Steps, step: PathStep): void {
  path.push(step);
  write(writer, type, value, path);
  path.pop();
}

function writeSimple(writer: TokenWriter, type: Type & string, value: Value, path: Steps): void {
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
 * Writes a number as text, which Terraform parses to 512 bits, as it does in configuration and state. As a 64-bit
 * float, 0.1 would be a different number, and even an equal integer parsed to fewer bits would appear as a change.
 */
function writeNumber(writer: TokenWriter, value: Numeric, path: Steps): void {
  if (Number.isNaN(value)) throw mismatch("number", "NaN", path);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) writer.float(value);
  else writer.str(Number.isInteger(value) ? String(BigInt(value as number)) : String(value));
}

function at(path: Steps): string {
  return path.length === 0 ? "" : `${formatPath(path)}: `;
}

function kindOf(value: Value): string {
  return Array.isArray(value) ? "array" : value instanceof Decimal ? "number" : typeof value;
}

/** Names the expected and the actual type, but never the value, which may be secret. */
function mismatch(type: Type, found: string, path: Steps): TypeError {
  return new TypeError(`${at(path)}expected ${typeof type === "string" ? type : type[0]}, found ${found}`);
}
