import { type DescField, type Registry, ScalarType } from "@bufbuild/protobuf";
import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** The encoding of values without fields, by kind. Rare kinds are missing. */

export interface Kind<T = unknown> {
  readonly wire: WireType;
  /** Returns a JSON value in the form to encode; undefined if it is not of this kind, or a rare form. */
  read(value: unknown): T | undefined;
  /** Returns whether a field without presence is omitted for this value. */
  isZero(value: T): boolean;
  write(writer: BinaryWriter, value: T, registry?: Registry): void;
}

/** Returns the kind of a field's values or elements that are not messages. */
export function scalarKind(field: DescField): Kind | undefined {
  if (field.enum) return enumKind(new Map(field.enum.values.map(({ name, number }) => [name, number])));
  return field.scalar === undefined ? undefined : scalars[field.scalar];
}

const textKind: Kind<string> = {
  wire: WireType.LengthDelimited,
  read: (value) => (typeof value === "string" ? value : undefined),
  isZero: (value) => value === "",
  write: (writer, value) => writer.string(value),
};

const flagKind: Kind<boolean> = {
  wire: WireType.Varint,
  read: (value) => (typeof value === "boolean" ? value : undefined),
  isZero: (value) => !value,
  write: (writer, value) => writer.bool(value),
};

/** The largest number with the same encoding in all integer types, and the fastest one, as 32 bits. */
const MAX_COUNT = 0x7fffffff;

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNT;

/** Small non-negative integers. JSON represents 64-bit integers as text. */
const countKind: Kind<number> = {
  wire: WireType.Varint,
  read(value) {
    const number = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
    return isCount(number) ? number : undefined;
  },
  isZero: (value) => value === 0,
  write: (writer, value) => writer.uint32(value),
};

const enumKind = (numbers: ReadonlyMap<unknown, number>): Kind<number> => ({
  wire: WireType.Varint,
  read: (value) => numbers.get(value),
  isZero: (value) => value === 0,
  write: (writer, value) => writer.int32(value),
});

const scalars: { readonly [S in ScalarType]?: Kind } = {
  [ScalarType.STRING]: textKind,
  [ScalarType.BOOL]: flagKind,
  [ScalarType.INT32]: countKind,
  [ScalarType.UINT32]: countKind,
  [ScalarType.INT64]: countKind,
  [ScalarType.UINT64]: countKind,
};

/** A time in the service's format: UTC, milliseconds. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A message with seconds and nanoseconds since the Unix epoch. */
export const timeKind: Kind<number> = {
  wire: WireType.LengthDelimited,
  read(value) {
    const time = typeof value === "string" && TIME.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
  },
  isZero: () => false,
  write(writer, time) {
    const seconds = Math.floor(time / 1000);
    const nanos = (time - seconds * 1000) * 1_000_000;
    writer.fork();
    if (seconds !== 0) {
      writer.tag(1, WireType.Varint);
      if (isCount(seconds)) writer.uint32(seconds);
      else writer.int64(seconds);
    }
    if (nanos !== 0) writer.tag(2, WireType.Varint).uint32(nanos);
    writer.join();
  },
};
