import { capabilityFrom, type Field, type Fields, type JsonObject } from "../model";

/** How v1 writes one field: what differs from the field of v2 that it stands for. */
export interface Written {
  /** Its number in the message of v1; REST alone has fields without one. */
  readonly number?: number;
  /** The field of v2, where it is not called the same; with dots for what lies in a hydrated object, which v1 only answers. */
  readonly from?: string;
  /** Of an object, or of the objects in a collection: its members, where they are not those of v2. */
  readonly members?: Shape;
  /** The name of its message or enum, where it is not that of v2. */
  readonly typeName?: string;
  /** As of a field of the model. */
  readonly presence?: boolean;
  /** Of a number: one that has no sign, as v1 counts what v2 lets be negative. */
  readonly wireType?: "uint32";
  /** Of an enum: its values, which v2 writes behind a prefix; the first means not set. */
  readonly values?: { readonly prefix: string; readonly numbers: Readonly<Record<string, number>> };
}

/** A resource or an object as v1 writes it: its fields by their JSON names. */
export type Shape = Readonly<Record<string, Written>>;

/** A field with this number. */
export const at = (number: number, further: Omit<Written, "number"> = {}): Written => ({ number, ...further });
/** Fields of the same names, numbered on from the first. */
export const same = (first: number, ...names: readonly string[]): Shape =>
  Object.fromEntries(names.map((each, index) => [each, at(first + index)]));
/** REST v1 has both on every resource, gRPC only where they have numbers. */
export const times = { createdAt: { from: "createTime" }, updatedAt: { from: "updateTime" } } as const;

/** The fields of a shape, as all that walks fields takes them. */
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

/** A resource of v2 as v1 writes it. What is absent stays absent. */
export function toV1(fields: Fields, shape: Shape, value: JsonObject): JsonObject {
  const entries = Object.entries(shape).flatMap(([name, written]) => {
    const own = (written.from ?? name)
      .split(".")
      .reduce<unknown>((inside, step) => (inside as JsonObject)?.[step], value);
    return own === undefined ? [] : [[name, convert(sourceOf(fields, name, written), written, own, toV1)] as const];
  });
  return Object.fromEntries(entries);
}

/** What v1 calls so in a body, as v2 takes it. */
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
  // Their bits are the same.
  if (typeof value === "number" && written.wireType && direction === toV1) return value >>> 0;
  if (typeof value !== "object" || value === null) return value;
  // What should be no array stays as it is, however deep it goes, for v2 to refuse.
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

/** Values that v1 does not have are left for v2 to refuse. */
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
