import { type Field, type Fields, findCapability, type JsonObject, objectOrEmpty } from "../model";

/** The v1 form of a field, as the differences from its v2 field. */
export interface V1Field {
  /** The field number in the v1 message; absent for REST-only fields. */
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
export type Shape = Readonly<Record<string, V1Field>>;

/** Creates a field with a number. */
export const field = (number: number, options: Omit<V1Field, "number"> = {}): V1Field => ({ number, ...options });
/** Creates fields with the same names as in v2, numbered consecutively from `first`. */
export const sameFields = (first: number, ...names: readonly string[]): Shape =>
  Object.fromEntries(names.map((each, index) => [each, field(first + index)]));
/** Timestamps. REST v1 returns them for every resource; gRPC v1 only if they have a field number. */
export const timestampFields = { createdAt: { from: "createTime" }, updatedAt: { from: "updateTime" } } as const;

/** Converts a shape to model fields. */
export function v1Fields(fields: Fields, shape: Shape): Fields {
  return Object.fromEntries(
    Object.entries(shape).map(([name, v1Field]) => [name, toV1Field(v2FieldOf(fields, name, v1Field), v1Field)]),
  );
}

function toV1Field(source: Field, v1Field: V1Field): Field {
  const { number = 0, members, values, typeName = source.typeName, from = "", wireType, presence } = v1Field;
  const { element } = source;
  return {
    ...source,
    ...(typeName ? { typeName } : {}),
    ...(values ? { numbers: values.numbers, values: Object.keys(values.numbers) } : {}),
    ...(members && source.members ? { members: v1Fields(source.members, members) } : {}),
    ...(element ? { element: toV1Field(element, { ...v1Field, from: "" }) } : {}),
    ...(source.kind === "capability" ? { kind: "string" } : {}),
    ...(wireType ? { wireType } : {}),
    ...(presence ? { presence } : {}),
    ...(from.includes(".") ? { output: true } : {}),
    number,
  };
}

/** Converts a v2 resource to v1. Absent values stay absent. */
export function toV1(fields: Fields, shape: Shape, value: JsonObject): JsonObject {
  const entries = Object.entries(shape).flatMap(([name, v1Field]) => {
    const v2Value = (v1Field.from ?? name)
      .split(".")
      .reduce<unknown>((inside, step) => objectOrEmpty(inside)[step], value);
    return v2Value === undefined
      ? []
      : [[name, convert(v2FieldOf(fields, name, v1Field), v1Field, v2Value, toV1)] as const];
  });
  return Object.fromEntries(entries);
}

/** Converts a v1 body to v2. */
export function toV2(fields: Fields, shape: Shape, value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, v1Value]) => {
    const v1Field = shape[name];
    if (!v1Field || v1Field.from?.includes(".")) return [];
    return [[v1Field.from ?? name, convert(v2FieldOf(fields, name, v1Field), v1Field, v1Value, toV2)] as const];
  });
  return Object.fromEntries(entries);
}

type Direction = typeof toV1;

function convert(source: Field, v1Field: V1Field, value: unknown, direction: Direction): unknown {
  const { members, values } = v1Field;
  if (typeof value === "string") {
    if (source.kind === "capability") return direction === toV1 ? (findCapability(value) ?? value) : value;
    return values ? (direction === toV1 ? withoutPrefix(values, value) : withPrefix(values, value)) : value;
  }
  // Reinterprets the signed 32-bit value as unsigned.
  if (typeof value === "number" && v1Field.wireType && direction === toV1) return value >>> 0;
  if (typeof value !== "object" || value === null) return value;
  // An unexpected array is left unchanged, at any depth, so that v2 rejects it.
  const { element } = source;
  if (Array.isArray(value)) return element ? value.map((each) => convert(element, v1Field, each, direction)) : value;
  if (source.kind === "map" && element?.members)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, convert(element, v1Field, each, direction)]),
    );
  return members && source.members ? direction(source.members, members, objectOrEmpty(value)) : value;
}

type EnumValues = NonNullable<V1Field["values"]>;

function withoutPrefix({ prefix, numbers }: EnumValues, value: string): string {
  const name = value.slice(prefix.length);
  return name in numbers ? name : (Object.keys(numbers)[0] ?? "");
}

/** Values unknown to v1 are left unchanged, so that v2 rejects them. */
function withPrefix({ prefix, numbers }: EnumValues, value: string): string {
  const number = numbers[value];
  return number === 0 ? `${prefix}UNSPECIFIED` : number === undefined ? value : `${prefix}${value}`;
}

function v2FieldOf(fields: Fields, name: string, { from = name }: V1Field): Field {
  const [first = "", ...rest] = from.split(".");
  const field = fields[first];
  if (!field) throw new Error(`v1 field ${name} maps to ${from}, which is not a v2 field`);
  return rest.length === 0 ? field : v2FieldOf(field.members ?? {}, rest.join("."), {});
}
