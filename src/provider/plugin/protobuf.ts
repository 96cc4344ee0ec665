/** Protocol buffers by table: a message is described by its fields' numbers and types, and needs no code of its own. */

import { encodeVarint, wireFields, wireTypes } from "./wire";

/** Message name to field name to the field's number and type (messages.ts says how a type is written). */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, readonly [number: number, type: string]>>>>;

interface Scalars {
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly bool: boolean;
  readonly int: number;
}

/** A message as it is read: every field is there, messages and optional fields possibly undefined. */
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

/** A message as it is written: any field may be left out. */
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
  /** The message's bytes. Zero values are left out, except those whose absence could be told. */
  encode<Name extends keyof Table & string>(name: Name, message: Encodable<Table, Name>): Buffer;
  /**
   * Reads a message. Fields that the table does not know are skipped.
   * @throws RangeError if the bytes end early or are not a message.
   */
  decode<Name extends keyof Table & string>(name: Name, bytes: Uint8Array): Decoded<Table, Name>;
}

interface Field {
  readonly name: string;
  readonly number: number;
  /** Without its suffix. */
  readonly type: string;
  readonly suffix: "" | "[]" | "{}" | "?";
}

type Fields = Readonly<Record<string, unknown>>;
type Entry = readonly [key: string, value: unknown];

/** A codec for the messages of a table. Each message's row is looked at only when it is first met. */
export function createCodec<const Table extends MessageTable>(table: Table): Codec<Table> {
  const rows = new Map<string, readonly Field[]>();
  const fieldsOf = (name: string): readonly Field[] => {
    const known = rows.get(name);
    if (known) return known;
    const fields = Object.entries(table[name]!).map(([field, [number, type]]) => parseField(field, number, type));
    rows.set(name, fields);
    return fields;
  };

  const encodeMessage = (fields: readonly Field[], message: Fields): Buffer => {
    const parts: Uint8Array[] = [];
    for (const field of fields) {
      for (const item of itemsOf(field, message[field.name])) {
        const content = encodeItem(field, item);
        parts.push(encodeVarint(field.number * 8 + wireTypeOf(field)));
        if (wireTypeOf(field) === wireTypes.delimited) parts.push(encodeVarint(content.length));
        parts.push(content);
      }
    }
    return Buffer.concat(parts);
  };

  const encodeItem = ({ type, suffix }: Field, item: unknown): Uint8Array => {
    if (suffix === "{}") {
      const [key, value] = item as Entry;
      return encodeMessage(entryFields(type), { key, value });
    }
    switch (type) {
      case "string":
        return Buffer.from(item as string, "utf8");
      case "bytes":
        return item as Uint8Array;
      case "bool":
      case "int":
        return encodeVarint(Number(item));
      default:
        return encodeMessage(fieldsOf(type), item as Fields);
    }
  };

  const decodeMessage = (fields: readonly Field[], bytes: Buffer): Fields => {
    const message: Record<string, unknown> = {};
    const byNumber = new Map<number, Field>();
    for (const field of fields) {
      message[field.name] = initial(field);
      byNumber.set(field.number, field);
    }
    for (const { number, wireType, value } of wireFields(bytes)) {
      const field = byNumber.get(number);
      if (!field || wireType !== wireTypeOf(field)) continue;
      const item = decodeItem(field, value);
      if (field.suffix === "[]") (message[field.name] as unknown[]).push(item);
      else if (field.suffix === "{}") (message[field.name] as Map<string, unknown>).set(...(item as Entry));
      else message[field.name] = item;
    }
    return message;
  };

  const decodeItem = ({ type, suffix }: Field, value: number | Buffer): unknown => {
    if (suffix === "{}") {
      const entry = decodeMessage(entryFields(type), value as Buffer);
      return [entry.key, entry.value];
    }
    switch (type) {
      case "string":
        return (value as Buffer).toString("utf8");
      case "bytes":
      case "int":
        return value;
      case "bool":
        return value !== 0;
      default:
        return decodeMessage(fieldsOf(type), value as Buffer);
    }
  };

  return {
    encode: (name, message) => encodeMessage(fieldsOf(name), message),
    decode: (name, bytes) =>
      decodeMessage(fieldsOf(name), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as never,
  };
}

function parseField(name: string, number: number, type: string): Field {
  const suffix = /(\[\]|\{\}|\?)?$/.exec(type)![0] as Field["suffix"];
  return { name, number, type: type.slice(0, type.length - suffix.length), suffix };
}

/** A map stands on the wire as repeated messages of a key and a value. */
function entryFields(type: string): readonly Field[] {
  return [parseField("key", 1, "string"), parseField("value", 2, type)];
}

/** What of a field is to be written: each item of a list or map, nothing of what the reader would assume anyway. */
function itemsOf(field: Field, value: unknown): Iterable<unknown> {
  if (value === undefined) return [];
  if (field.suffix === "[]" || field.suffix === "{}") return value as Iterable<unknown>;
  const zero = value === "" || value === 0 || value === false || (value as Uint8Array).length === 0;
  return zero && field.suffix !== "?" ? [] : [value];
}

/** What a field holds if the wire does not carry it. */
function initial({ type, suffix }: Field): unknown {
  if (suffix === "[]") return [];
  if (suffix === "{}") return new Map();
  if (suffix === "?") return undefined;
  return { string: "", bytes: Buffer.alloc(0), bool: false, int: 0 }[type];
}

function wireTypeOf({ type, suffix }: Field): number {
  return suffix !== "{}" && (type === "bool" || type === "int") ? wireTypes.varint : wireTypes.delimited;
}
