import { type DescField, type DescMessage, fromJson, type Registry, ScalarType, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { JsonObject } from "../operations";

/**
 * Writes the JSON of a message as bytes without making the message first, which takes a long page most of its time. What
 * is rare is left to the library, field by field: parts of a message may follow each other.
 */
export function encode(type: DescMessage, value: JsonObject, registry?: Registry): Uint8Array {
  const writer = new BinaryWriter();
  if (isOfLibrary(type)) writer.raw(byLibrary(type, value, registry));
  else writeMessage(writer, type, value, registry);
  return writer.finish();
}

const isOfLibrary = ({ typeName }: DescMessage): boolean => typeName.startsWith("google.protobuf.");

const byLibrary = (type: DescMessage, value: JsonObject, registry?: Registry): Uint8Array =>
  toBinary(type, fromJson(type, value as Parameters<typeof fromJson>[1], registry ? { registry } : {}));

function writeMessage(writer: BinaryWriter, type: DescMessage, value: JsonObject, registry?: Registry): void {
  for (const field of inOrder(type)) {
    const own = value[field.jsonName];
    if (own === undefined) continue;
    if (!isWritten(writer, field, own, registry)) writer.raw(byLibrary(type, { [field.jsonName]: own }, registry));
  }
}

/** Whether the value was written: it is of a kind that is frequent. */
function isWritten(writer: BinaryWriter, field: DescField, own: unknown, registry?: Registry): boolean {
  const { number, fieldKind } = field;
  if (fieldKind === "message") return isMessageWritten(writer, number, field.message, own, registry);
  if (fieldKind === "list" && field.listKind === "message" && !isOfLibrary(field.message) && Array.isArray(own))
    return own.every((each) => isMessageWritten(writer, number, field.message, each, registry));
  if (fieldKind === "list" && field.listKind === "scalar" && field.scalar === ScalarType.STRING && areTexts(own)) {
    for (const each of own) writer.tag(number, WireType.LengthDelimited).string(each);
    return true;
  }
  if (fieldKind !== "scalar" || field.oneof || field.proto.proto3Optional) return false;
  if (field.scalar === ScalarType.STRING && typeof own === "string") {
    if (own !== "") writer.tag(number, WireType.LengthDelimited).string(own);
    return true;
  }
  if (field.scalar === ScalarType.BOOL && typeof own === "boolean") {
    if (own) writer.tag(number, WireType.Varint).bool(own);
    return true;
  }
  return false;
}

function isMessageWritten(
  writer: BinaryWriter,
  number: number,
  type: DescMessage,
  own: unknown,
  registry?: Registry,
): boolean {
  if (type.typeName === "google.protobuf.Timestamp") return isTimeWritten(writer, number, own);
  if (isOfLibrary(type) || typeof own !== "object" || own === null || Array.isArray(own)) return false;
  writer.tag(number, WireType.LengthDelimited).fork();
  writeMessage(writer, type, own as JsonObject, registry);
  writer.join();
  return true;
}

/** A time as the service writes it: UTC, milliseconds. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isTimeWritten(writer: BinaryWriter, number: number, own: unknown): boolean {
  const time = typeof own === "string" && TIME.test(own) ? Date.parse(own) : Number.NaN;
  if (Number.isNaN(time)) return false;
  const seconds = Math.floor(time / 1000);
  const nanos = (time - seconds * 1000) * 1_000_000;
  writer.tag(number, WireType.LengthDelimited).fork();
  if (seconds !== 0) writer.tag(1, WireType.Varint).int64(seconds);
  if (nanos !== 0) writer.tag(2, WireType.Varint).int32(nanos);
  writer.join();
  return true;
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

const fieldsOf = new WeakMap<DescMessage, readonly DescField[]>();

/** The fields by their numbers, which is the order in which the library writes them. */
function inOrder(type: DescMessage): readonly DescField[] {
  const known = fieldsOf.get(type);
  if (known) return known;
  const sorted = [...type.fields].sort((one, other) => one.number - other.number);
  fieldsOf.set(type, sorted);
  return sorted;
}
