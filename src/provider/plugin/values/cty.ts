/**
 * The values of Terraform's type system in JavaScript, and their types in the JSON form of the protocol (`["list",
 * "string"]`), so that types need no separate encoding.
 */

import { type Decimal, isNumeric, toPlainText } from "./number";

/** A type: the name of a primitive, or a kind with its element or member types. */
export type Type =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | readonly ["list", Type]
  | readonly ["set", Type]
  | readonly ["map", Type]
  | readonly ["tuple", readonly Type[]]
  | readonly ["object", Readonly<Record<string, Type>>]
  | readonly ["object", Readonly<Record<string, Type>>, readonly string[]];

/** Constructors of collection and structural types: `list("string")`, `object({ name: "string" })`. */
export const list = (element: Type): Type => ["list", element];
export const set = (element: Type): Type => ["set", element];
export const map = (element: Type): Type => ["map", element];
export const tuple = (elements: readonly Type[]): Type => ["tuple", elements];
export const object = (attributes: Readonly<Record<string, Type>>): Type => ["object", attributes];

/** A value that is not known before apply. A registered symbol, so that two copies of this module share it. */
export const unknown: unique symbol = Symbol.for("terraform.unknown");
export type Unknown = typeof unknown;

/** A value of type "dynamic", together with its actual type. */
export class Dynamic {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}

/**
 * A value. Lists, sets and tuples are arrays. Maps and objects are records without a prototype, so that every key is an
 * ordinary one. A number is a `number` where that is exact, otherwise a `bigint`, otherwise a {@link Decimal}.
 */
export type Value =
  | null
  | Unknown
  | string
  | boolean
  | number
  | bigint
  | Decimal
  | Dynamic
  | readonly Value[]
  | ValueRecord;

/** An object or a map. Attribute names are snake_case, as on the wire. */
export interface ValueRecord {
  readonly [name: string]: Value;
}

/** Returns an empty record in which every key, including `__proto__`, is an ordinary one. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/**
 * Reports whether a value is an object or a map, as opposed to null, unknown, a primitive, an array, a Decimal or a
 * Dynamic.
 */
export function isRecord(value: Value | undefined): value is ValueRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Reports whether neither the value nor anything inside it is unknown. */
export function isFullyKnown(value: Value): boolean {
  if (value === unknown) return false;
  if (value instanceof Dynamic) return isFullyKnown(value.value);
  if (Array.isArray(value)) return value.every(isFullyKnown);
  if (isRecord(value)) return Object.values(value).every(isFullyKnown);
  return true;
}

/** Returns a record with the same keys, whose values are mapped by `transform`. */
export function mapRecord<From, To>(
  record: Readonly<Record<string, From>>,
  transform: (member: From, name: string) => To,
): Record<string, To> {
  const result = emptyRecord<To>();
  for (const [name, member] of Object.entries(record)) result[name] = transform(member, name);
  return result;
}

/** Infers the type of a value: arrays are tuples and records are objects. */
export function typeOf(value: Value): Type {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (isNumeric(value)) return "number";
  if (Array.isArray(value)) return tuple(value.map(typeOf));
  if (isRecord(value)) return object(mapRecord(value, typeOf));
  return "dynamic";
}

/**
 * Reports whether two values of a type are equal, regardless of the order of sets and the representation of numbers.
 */
export function sameValue(type: Type, one: Value, other: Value): boolean {
  return canonicalText(type, one) === canonicalText(type, other);
}

/** Returns a canonical text: equal for equal values of the type, different for all others. */
function canonicalText(type: Type, value: Value | undefined): string {
  if (value === null || value === undefined) return "null";
  if (value === unknown) return "?";
  if (isNumeric(value)) return toPlainText(value);
  if (value instanceof Dynamic) return `${JSON.stringify(value.type)}:${canonicalText(value.type, value.value)}`;
  if (typeof value !== "object") return JSON.stringify(value);
  const [kind, of] = (type === "dynamic" ? typeOf(value) : type) as Exclude<Type, string>;
  if (Array.isArray(value)) {
    const elements = value.map((element, index) =>
      canonicalText(kind === "tuple" ? of[index]! : (of as Type), element),
    );
    return `[${(kind === "set" ? elements.sort() : elements).join()}]`;
  }
  const record = value as ValueRecord;
  const names = Object.keys(kind === "object" ? of : record).sort();
  const member = (name: string) => canonicalText(kind === "object" ? of[name]! : (of as Type), record[name]);
  return `{${names.map((name) => `${JSON.stringify(name)}:${member(name)}`).join()}}`;
}
