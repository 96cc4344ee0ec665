/**
 * A table-driven protocol buffers codec: a message is described by the numbers and types of its fields and needs no
 * generated code.
 */

import { WireReader, WireWriter, wireTypes } from "./wire";

/**
 * Maps each message name to its fields, and each field to its number and type (see messages.ts for the type syntax).
 */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, readonly [number: number, type: string]>>>>;

interface Scalars {
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly bool: boolean;
  readonly int: number;
}

/** A decoded message: every field is present; message fields and optional fields may be undefined. */
export type Decoded<Table extends MessageTable, Name> = Name extends keyof Table
  ? { readonly [Field in keyof Table[Name]]: DecodedField<Table, Table[Name][Field][1]> }
  : never;

type DecodedField<Table extends MessageTable, Type> = Type extends `${infer Of}[]`
  ? readonly DecodedItem<Table, Of>[]
  : Type extends `${infer Of}{}`
    ? ReadonlyMap<string, DecodedItem<Table, Of>>
    : Type extends `${infer Of}?`
      ? DecodedItem<Table, Of> | undefined
      : Type extends keyof Scalars
        ? Scalars[Type]
        : Decoded<Table, Type> | undefined;

type DecodedItem<Table extends MessageTable, Type> = Type extends keyof Scalars ? Scalars[Type] : Decoded<Table, Type>;

/** A message to encode: any field may be omitted. */
export type Encodable<Table extends MessageTable, Name> = Name extends keyof Table
  ? { readonly [Field in keyof Table[Name]]?: EncodableField<Table, Table[Name][Field][1]> | undefined }
  : never;

type EncodableField<Table extends MessageTable, Type> = Type extends `${infer Of}[]`
  ? readonly EncodableItem<Table, Of>[]
  : Type extends `${infer Of}{}`
    ? ReadonlyMap<string, EncodableItem<Table, Of>>
    : Type extends `${infer Of}?`
      ? EncodableItem<Table, Of>
      : EncodableItem<Table, Type>;

type EncodableItem<Table extends MessageTable, Type> = Type extends keyof Scalars
  ? Scalars[Type]
  : Encodable<Table, Type>;

export interface Codec<Table extends MessageTable> {
  /** Encodes a message. Zero values are omitted, except in fields with explicit presence. */
  encode<Name extends keyof Table & string>(name: Name, message: Encodable<Table, Name>): Buffer;
  /**
   * Decodes a message and skips fields that the table does not list.
   * @throws RangeError if the bytes are truncated or not a valid message.
   */
  decode<Name extends keyof Table & string>(name: Name, bytes: Uint8Array): Decoded<Table, Name>;
}

/** A field of the table, with its type parsed once. */
interface Field {
  readonly name: string;
  readonly number: number;
  /** The type without its suffix. */
  readonly type: string;
  readonly suffix: "" | "[]" | "{}" | "?";
  readonly wireType: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Entry = readonly [key: string, value: unknown];

interface MessageLayout {
  readonly fields: readonly Field[];
  readonly byNumber: readonly (Field | undefined)[];
}

/**
 * Creates a codec for the messages of a table. Each message's fields are parsed on first use. Longer than 80 lines
 * because encoding and decoding nested messages are mutually recursive.
 */
export function createCodec<const Table extends MessageTable>(table: Table): Codec<Table> {
  const layouts = new Map<string, MessageLayout>();
  const layoutOf = (name: string): MessageLayout => {
    let layout = layouts.get(name);
    if (!layout) {
      layout = makeLayout(
        Object.entries(table[name]!).map(([field, [number, type]]) => makeField(field, number, type)),
      );
      layouts.set(name, layout);
    }
    return layout;
  };
  /** On the wire, a map is a repeated message with a key and a value. */
  const mapEntryLayouts = new Map<string, MessageLayout>();
  const mapEntryLayout = (type: string): MessageLayout => {
    let layout = mapEntryLayouts.get(type);
    if (!layout) {
      layout = makeLayout([makeField("key", 1, "string"), makeField("value", 2, type)]);
      mapEntryLayouts.set(type, layout);
    }
    return layout;
  };

  const encodeMessage = (writer: WireWriter, { fields }: MessageLayout, message: Fields): void => {
    for (let index = fields.length - 1; index >= 0; index--) {
      const field = fields[index]!;
      const value = message[field.name];
      if (value === undefined) continue;
      if (field.suffix === "[]" || field.suffix === "{}") {
        for (const item of [...(value as Iterable<unknown>)].reverse()) encodeField(writer, field, item);
      } else if (field.suffix === "?" || !isZero(value)) encodeField(writer, field, value);
    }
  };

  const encodeField = (writer: WireWriter, field: Field, item: unknown): void => {
    const written = writer.length;
    if (field.suffix === "{}") {
      const [key, value] = item as Entry;
      encodeMessage(writer, mapEntryLayout(field.type), { key, value });
    } else if (field.type === "string") writer.text(item as string);
    else if (field.type === "bytes") writer.bytes(item as Uint8Array);
    else if (field.wireType === wireTypes.varint) writer.varint(Number(item));
    else encodeMessage(writer, layoutOf(field.type), item as Fields);
    if (field.wireType === wireTypes.delimited) writer.varint(writer.length - written);
    writer.varint(field.number * 8 + field.wireType);
  };

  const decodeMessage = ({ fields, byNumber }: MessageLayout, bytes: Buffer): Fields => {
    const message: Record<string, unknown> = {};
    for (const field of fields) message[field.name] = initial(field);
    const reader = new WireReader(bytes);
    while (!reader.atEnd) {
      const tag = reader.varint();
      const wireType = tag & 7;
      const field = byNumber[Math.floor(tag / 8)];
      if (!field || wireType !== field.wireType) {
        reader.skip(wireType);
        continue;
      }
      const item = decodeItem(field, reader);
      if (field.suffix === "[]") (message[field.name] as unknown[]).push(item);
      else if (field.suffix === "{}") (message[field.name] as Map<string, unknown>).set(...(item as Entry));
      else message[field.name] = item;
    }
    return message;
  };

  const decodeItem = ({ type, suffix }: Field, reader: WireReader): unknown => {
    if (suffix === "{}") {
      const entry = decodeMessage(mapEntryLayout(type), reader.delimited());
      return [entry.key, entry.value];
    }
    switch (type) {
      case "string":
        return reader.delimited().toString("utf8");
      case "bytes":
        return reader.delimited();
      case "int":
        return reader.varint();
      case "bool":
        return reader.varint() !== 0;
      default:
        return decodeMessage(layoutOf(type), reader.delimited());
    }
  };

  return {
    encode(name, message) {
      const writer = new WireWriter();
      encodeMessage(writer, layoutOf(name), message);
      return writer.finish();
    },
    decode: (name, bytes) =>
      decodeMessage(layoutOf(name), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as never,
  };
}

function makeField(name: string, number: number, type: string): Field {
  const suffix = /(\[\]|\{\}|\?)?$/.exec(type)![0] as Field["suffix"];
  const plain = type.slice(0, type.length - suffix.length);
  const isVarint = suffix !== "{}" && (plain === "bool" || plain === "int");
  return { name, number, type: plain, suffix, wireType: isVarint ? wireTypes.varint : wireTypes.delimited };
}

function makeLayout(fields: readonly Field[]): MessageLayout {
  const byNumber: (Field | undefined)[] = [];
  for (const field of fields) byNumber[field.number] = field;
  return { fields, byNumber };
}

/** Reports whether a value equals its type's zero value, which decoders assume for a missing field. */
const isZero = (value: unknown): boolean =>
  value === "" || value === 0 || value === false || (value as Uint8Array).length === 0;

const noBytes = Buffer.alloc(0);

/** Returns the value of a field that the wire did not carry. */
function initial({ type, suffix }: Field): unknown {
  if (suffix === "[]") return [];
  if (suffix === "{}") return new Map();
  if (suffix === "?") return undefined;
  return zeros[type];
}

const zeros: Readonly<Record<string, unknown>> = { string: "", bytes: noBytes, bool: false, int: 0 };
