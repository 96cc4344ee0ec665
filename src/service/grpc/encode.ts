import { type DescField, type DescMessage, fromJson, type Registry, ScalarType, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { isJsonObject, type JsonObject } from "../../model";
import { type Kind, scalarKind, timeKind } from "./value-kinds";

/**
 * Encodes JSON as a message's bytes without building the message first, which takes most of the time for a long page.
 * Omits fields whose value means absence (null, an empty object or text, an optional zero). Leaves rare kinds of fields
 * to the library, one by one: the encodings of a message's fields can be concatenated.
 */
export function encode(type: DescMessage, value: JsonObject, registry?: Registry): Uint8Array {
  const writer = new BinaryWriter();
  if (isWellKnownType(type)) writer.raw(encodeWithLibrary(type, value, registry));
  else writeMessage(writer, type, value, registry);
  return writer.finish();
}

const isWellKnownType = ({ typeName }: DescMessage): boolean => typeName.startsWith("google.protobuf.");

const encodeWithLibrary = (type: DescMessage, value: JsonObject, registry?: Registry): Uint8Array =>
  // The library checks the value.
  toBinary(type, fromJson(type, value as Parameters<typeof fromJson>[1], registry ? { registry } : {}));

function writeMessage(writer: BinaryWriter, type: DescMessage, value: JsonObject, registry?: Registry): void {
  for (const { name, isPresent, tryWrite } of membersOf(type)) {
    const own = value[name];
    if (!isPresent(own)) continue;
    if (!tryWrite(writer, own, registry)) writer.raw(encodeWithLibrary(type, { [name]: own }, registry));
  }
}

/** A field of a message, prepared for encoding. */
interface Member {
  readonly name: string;
  /** Returns whether the value means that the field is present. */
  readonly isPresent: (value: unknown) => boolean;
  /** Encodes the field. Returns false if the value is of a rare kind, or invalid. */
  readonly tryWrite: (writer: BinaryWriter, value: unknown, registry?: Registry) => boolean;
}

/** Caches the encoders of each message type: reading descriptors is slow, and pages have many fields. */
const membersByType = new WeakMap<DescMessage, readonly Member[]>();

/** Returns the fields ordered by number, as the library encodes them. */
function membersOf(type: DescMessage): readonly Member[] {
  let members = membersByType.get(type);
  if (!members) {
    const fields = [...type.fields].sort((one, other) => one.number - other.number);
    members = fields.map((field) => ({ name: field.jsonName, isPresent: presence(field), tryWrite: writing(field) }));
    membersByType.set(type, members);
  }
  return members;
}

function presence(field: DescField): Member["isPresent"] {
  const isOptional = field.proto.proto3Optional;
  const type = field.fieldKind === "message" && !field.oneof ? field.message : undefined;
  return (value) => {
    if (value === undefined || value === null || value === "" || (value === 0 && isOptional)) return false;
    return !type || !isJsonObject(value) || !isEmpty(type, value);
  };
}

const isEmpty = (type: DescMessage, value: JsonObject): boolean =>
  isWellKnownType(type)
    ? Object.keys(value).length === 0
    : !membersOf(type).some(({ name, isPresent }) => isPresent(value[name]));

function writing(field: DescField): Member["tryWrite"] {
  const kind = kindOf(field);
  if (!kind) return () => false;
  if (field.fieldKind === "list") return field.packed ? packed(field, kind) : repeated(field, kind);
  // Maps with numeric keys are rare.
  if (field.fieldKind === "map") return field.mapKey === ScalarType.STRING ? entries(field, kind) : () => false;
  const tag = tagOf(field.number, kind.wire);
  const isWrittenAlways = field.fieldKind === "message" || field.oneof || field.proto.proto3Optional;
  return (writer, value, registry) => {
    const own = kind.read(value);
    if (own === undefined) return false;
    if (isWrittenAlways || !kind.isZero(own)) kind.write(writer.uint32(tag), own, registry);
    return true;
  };
}

/** Returns the kind of a field's values or elements; undefined for rare kinds. */
function kindOf(field: DescField): Kind | undefined {
  const { message } = field;
  if (!message) return scalarKind(field);
  if (message.typeName === "google.protobuf.Timestamp") return timeKind;
  return isWellKnownType(message) ? undefined : messageKind(message);
}

const messageKind = (type: DescMessage): Kind<JsonObject> => ({
  wire: WireType.LengthDelimited,
  read: (value) => (isJsonObject(value) ? value : undefined),
  isZero: () => false,
  write(writer, value, registry) {
    writer.fork();
    writeMessage(writer, type, value, registry);
    writer.join();
  },
});

function repeated({ number }: DescField, kind: Kind): Member["tryWrite"] {
  const tag = tagOf(number, kind.wire);
  return (writer, value, registry) => {
    const all = readAll(kind, value);
    if (!all) return false;
    for (const each of all) kind.write(writer.uint32(tag), each, registry);
    return true;
  };
}

function packed({ number }: DescField, kind: Kind): Member["tryWrite"] {
  const tag = tagOf(number, WireType.LengthDelimited);
  return (writer, value) => {
    const all = readAll(kind, value);
    if (!all) return false;
    if (all.length === 0) return true;
    writer.uint32(tag).fork();
    for (const each of all) kind.write(writer, each);
    writer.join();
    return true;
  };
}

/** A map is encoded as a list of messages with a key, here a text, and a value. */
function entries({ number }: DescField, kind: Kind): Member["tryWrite"] {
  const [tag, keyTag, valueTag] = [
    tagOf(number, WireType.LengthDelimited),
    tagOf(1, WireType.LengthDelimited),
    tagOf(2, kind.wire),
  ];
  return (writer, value, registry) => {
    if (!isJsonObject(value)) return false;
    const all = readAll(kind, Object.values(value));
    if (!all) return false;
    for (const [index, key] of Object.keys(value).entries()) {
      writer.uint32(tag).fork().uint32(keyTag).string(key);
      kind.write(writer.uint32(valueTag), all[index], registry);
      writer.join();
    }
    return true;
  };
}

/** Returns the values converted to a kind; undefined if one is not of the kind. */
function readAll(kind: Kind, values: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const all = values.map((value) => kind.read(value));
  return all.includes(undefined) ? undefined : all;
}

const tagOf = (number: number, wire: WireType): number => ((number << 3) | wire) >>> 0;
