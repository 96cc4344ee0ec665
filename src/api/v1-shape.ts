import { capabilityFrom, type Field, type Fields, type JsonObject } from "../model";

/** The v1 form of a field, as the differences from its v2 field. */
export interface Written {
  /** The field number in the v1 message; only fields of REST have none. */
  readonly number?: number;
  /**
   * The v2 field, if its name differs. A dotted path refers to a member of a hydrated object, which is output-only in
   * v1.
   */
  readonly from?: string;
  /** The members of an object, or of a collection's objects, if they differ from v2. */
  readonly members?: Shape;
  /** The name of the message or enum, if it differs from v2. */
  readonly typeName?: string;
  /** As in the model's fields. */
  readonly presence?: boolean;
  /** For numbers that are unsigned in v1 and signed in v2. */
  readonly wireType?: "uint32";
  /** The values of an enum, which have a prefix in v2; the first means unset. */
  readonly values?: { readonly prefix: string; readonly numbers: Readonly<Record<string, number>> };
}

/** The v1 shape of a resource or object: its fields by JSON name. */
export type Shape = Readonly<Record<string, Written>>;

/** Creates a field with a number. */
export const at = (number: number, further: Omit<Written, "number"> = {}): Written => ({ number, ...further });
/** Creates fields with the same names as in v2, numbered consecutively from `first`. */
export const same = (first: number, ...names: readonly string[]): Shape =>
  Object.fromEntries(names.map((each, index) => [each, at(first + index)]));
/** Timestamps, which REST v1 has on every resource, and gRPC only where they are numbered. */
export const times = { createdAt: { from: "createTime" }, updatedAt: { from: "updateTime" } } as const;

/** Converts a shape to model fields. */
export function projectedFields(fields: Fields, shape: Shape): Fields {
  return Object.fromEntries(
    Object.entries(shape).map(([name, written]) => [name, projected(sourceOf(fields, name, written), written)]),
  );
}

function projected(source: Field, written: Written): Field {
  const { number = 0, members, values, typeName = source.typeName, from = "", wireType, presence } = written;
  const { element } = source;
  return {
    ...source,
    ...(typeName ? { typeName } : {}),
    ...(values ? { numbers: values.numbers, values: Object.keys(values.numbers) } : {}),
    ...(members && source.members ? { members: projectedFields(source.members, members) } : {}),
    ...(element ? { element: projected(element, { ...written, from: "" }) } : {}),
    ...(source.kind === "capability" ? { kind: "string" } : {}),
    ...(wireType ? { wireType } : {}),
    ...(presence ? { presence } : {}),
    ...(from.includes(".") ? { output: true } : {}),
    number,
  };
}

/** Converts a v2 resource to v1. Absent values stay absent. */
export function toV1(fields: Fields, shape: Shape, value: JsonObject): JsonObject {
  const entries = Object.entries(shape).flatMap(([name, written]) => {
    const own = (written.from ?? name)
      .split(".")
      .reduce<unknown>((inside, step) => (inside as JsonObject)?.[step], value);
    return own === undefined ? [] : [[name, convert(sourceOf(fields, name, written), written, own, toV1)] as const];
  });
  return Object.fromEntries(entries);
}

/** Converts a v1 body to v2. */
export function toV2(fields: Fields, shape: Shape, value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, own]) => {
    const written = shape[name];
    if (!written || written.from?.includes(".")) return [];
    return [[written.from ?? name, convert(sourceOf(fields, name, written), written, own, toV2)] as const];
  });
  return Object.fromEntries(entries);
}

type Direction = typeof toV1;

function convert(source: Field, written: Written, value: unknown, direction: Direction): unknown {
  const { members, values } = written;
  if (typeof value === "string") {
    if (source.kind === "capability") return direction === toV1 ? (capabilityFrom(value) ?? value) : value;
    return values ? (direction === toV1 ? withoutPrefix(values, value) : withPrefix(values, value)) : value;
  }
  // The bits are the same.
  if (typeof value === "number" && written.wireType && direction === toV1) return value >>> 0;
  if (typeof value !== "object" || value === null) return value;
  // An unexpected array is left unchanged, at any depth, so that v2 rejects it.
  if (Array.isArray(value))
    return source.element ? value.map((each) => convert(source.element!, written, each, direction)) : value;
  if (source.kind === "map" && source.element?.members)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, convert(source.element!, written, each, direction)]),
    );
  return members && source.members ? direction(source.members, members, value as JsonObject) : value;
}

type EnumValues = NonNullable<Written["values"]>;

function withoutPrefix({ prefix, numbers }: EnumValues, value: string): string {
  const name = value.slice(prefix.length);
  return name in numbers ? name : Object.keys(numbers)[0]!;
}

/** Values unknown to v1 are left unchanged, so that v2 rejects them. */
function withPrefix({ prefix, numbers }: EnumValues, value: string): string {
  const number = numbers[value];
  return number === 0 ? `${prefix}UNSPECIFIED` : number === undefined ? value : `${prefix}${value}`;
}

function sourceOf(fields: Fields, name: string, { from = name }: Written): Field {
  const [first = "", ...rest] = from.split(".");
  const field = fields[first];
  if (!field) throw new Error(`v1 writes ${name} from ${from}, which v2 does not have`);
  return rest.length === 0 ? field : sourceOf(field.members ?? {}, rest.join("."), {});
}
