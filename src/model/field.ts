import type { ZodMiniType } from "zod/mini";
import { isJsonObject } from "./json";
import type { Rule } from "./rules";

/**
 * The kind of a field's value. Every interface (JSON, protobuf, Terraform, Pulumi) and the documentation map kinds,
 * never single fields.
 */
export type Kind =
  | "string"
  | "boolean"
  | "int32"
  | "int64"
  | "timestamp"
  | "duration"
  | "jwks"
  | "enum"
  | "capability"
  | "set"
  | "list"
  | "map"
  | "object";

/** The types that can be referenced by uid. */
export type ReferencedType = "Group" | "Identity" | "IdentityProvider" | "Repo" | "Role";

/** Exists only at compile time. */
export declare const uidType: unique symbol;

/** A uid branded with its resource type. Any string is assignable to it, except the uid of another type. */
export type Uid<Type extends string> = string & { readonly [uidType]?: Type };

/** The behavior of a field over the life of a resource. A field without any flags is an optional, mutable input. */
export interface FieldOptions {
  /** The field number in the protobuf message; numbers from 1000 up are extensions of the published message. */
  readonly number: number;
  readonly description: string;
  /** Must be set when the resource is created, and cannot be cleared. */
  readonly required?: boolean;
  /** Assigned by the service; ignored in a body, rejected in a mask. */
  readonly output?: boolean;
  /** An output that an update mask may contain without effect, because existing clients send such masks. */
  readonly maskable?: boolean;
  /** Cannot be updated in place: a new value requires a new resource. */
  readonly immutable?: boolean;
  /** Accepted and never returned. */
  readonly writeOnly?: boolean;
  /**
   * The timestamps between which this write-only duration lies; their difference is its current value, used to detect
   * changes when planning.
   */
  readonly startAndEnd?: readonly [start: string, end: string];
  /**
   * An output that identifies the resource or is used in other configurations, and never changes once assigned. Managed
   * resources keep these outputs and omit all other outputs, which only data sources expose: some change outside
   * Terraform, and each one slows down every plan.
   */
  readonly inManagedState?: boolean;
  /** Filled from the resource whose uid is in the named field, or from the parent group. */
  readonly hydratedFrom?: string;
  /** Hidden from logs and plan output. */
  readonly sensitive?: boolean;
  /** Returned only in the response to the create request. */
  readonly onlyInCreate?: boolean;
  /** An empty value in a body keeps the stored value, unless a mask names the field. */
  readonly keepWhenEmpty?: boolean;
  /** The service chooses a value if none is set, and an unset value in a configuration leaves it unchanged. */
  readonly hasServiceDefault?: boolean;
  /** For enums: the value that unset is equivalent to; both normalize to it. */
  readonly unsetMeans?: string;
  /**
   * The name of a sibling field: when it changes, the stored value is removed unless the same request sets a new one.
   */
  readonly boundTo?: string;
  /** For objects whose presence is significant even if they are empty. */
  readonly mayBeEmpty?: boolean;
  /** The name of the oneof that the field belongs to: absent, not zero, if it is not set. */
  readonly oneof?: string;
  /** An RE2 regular expression, which clients validate before sending it. */
  readonly regex?: boolean | "issuer";
  /**
   * The type of the resource that the uid refers to. Configurations must contain a valid uid, even if the service
   * accepts other values.
   */
  readonly refersTo?: ReferencedType;
  /** Stricter validation for configurations than the service applies. */
  readonly configurationRule?: "unsigned" | "issuerUrl";
  /** For lists: elements must be unique. */
  readonly distinct?: boolean;
  /** For timestamps: the maximum number of days from now when it is set. */
  readonly maxDaysInFuture?: number;
  /** Alternative spellings of the JSON name that are accepted on input. */
  readonly aliases?: readonly string[];
  /** Explicit presence in protobuf (`optional`). */
  readonly presence?: boolean;
  /** The protobuf type, if it differs from the kind's default. */
  readonly wireType?: "bytes" | "uint32";
}

/**
 * A field of a resource or of a nested object. `T` is the type of its value in a JSON body.
 *
 * `schema` validates one input value; objects and collections have none, because they are validated member by member.
 * `normalize` returns a canonical form: two values with the same meaning are deeply equal, and null, absent and empty
 * all become `zero`. A `zero` of null means that the field has no zero value (a timestamp that was never set).
 */
export interface Field<T = unknown> extends FieldOptions {
  readonly kind: Kind;
  /** @internal Omitted from declarations: Zod's types do not compile in every program and are slow to check. */
  readonly schema?: ZodMiniType<T> | undefined;
  readonly zero: T | null;
  normalize(value: T | null | undefined): T | null;
  /** The pattern of a string, the values of an enum, the element of a collection, or the members of an object. */
  readonly pattern?: RegExp;
  /** What the pattern allows, phrased to follow the field's name: "must be 12 digits". */
  readonly allowed?: string;
  /** Whether the service's errors state the pattern instead of `allowed`, which is part of the published API. */
  readonly patternInErrors?: boolean;
  readonly values?: readonly string[];
  /** The protobuf numbers of an enum's values. */
  readonly numbers?: Readonly<Record<string, number>>;
  readonly element?: Field;
  readonly members?: Fields;
  readonly rules?: readonly Rule[];
  /** The kind of a map's keys; defaults to any string. */
  readonly keys?: "int64";
  /** The minimum number of elements of a set or list. */
  readonly minItems?: number;
  /** The maximum number of elements of a set or list, if it differs from that of all collections. */
  readonly maxItems?: number;
  /** For sets of objects: the members that identify an element. No two elements may be equal in all of them. */
  readonly keyedBy?: readonly string[];
  /** For objects: whether `members` are only some of the fields of the message that `typeName` names. */
  readonly isPartial?: boolean;
  /** The name of the field's own protobuf enum or message, if any; dotted if it is nested: `Identity.ClaimMatch`. */
  readonly typeName?: string;
}

export type Fields = { readonly [jsonName: string]: Field };

/** Returns the element of a collection. Throws for fields of other kinds, which have none. */
export function elementOf({ kind, element }: Field): Field {
  if (!element) throw new Error(`a field of kind ${kind} has no element`);
  return element;
}

/**
 * Returns the schema of a single value. Throws for objects and collections, which have none.
 * @internal
 */
export function schemaOf({ kind, schema }: Field): NonNullable<Field["schema"]> {
  if (!schema) throw new Error(`a field of kind ${kind} has no schema`);
  return schema;
}

/** Reports whether clients may set the field. */
export const isInput = (field: FieldOptions): boolean => !field.output && field.hydratedFrom === undefined;

/** Reports whether managed resources contain the field: inputs, and outputs with `inManagedState`. */
export const isManaged = (field: FieldOptions): boolean => isInput(field) || field.inManagedState === true;

/** Reports whether a value counts as unset: protobuf does not distinguish empty values from absent ones. */
export function isUnset({ kind, zero, mayBeEmpty }: Field, value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === zero) return true;
  if (Array.isArray(value)) return value.length === 0 && Array.isArray(zero);
  if (mayBeEmpty || (kind !== "map" && kind !== "object")) return false;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The type of a field's value. */
export type Value<F> = F extends Field<infer T> ? T : never;

type RequiredNames<M extends Fields> = {
  [K in keyof M]: M[K] extends { readonly required: true } ? K : never;
}[keyof M];

/** The value of an object field: required members and optional ones. */
export type ObjectValue<M extends Fields> = { readonly [K in RequiredNames<M>]: Value<M[K]> } & {
  readonly [K in Exclude<keyof M, RequiredNames<M>>]?: Value<M[K]>;
};

/** Returns a copy of a field whose outputs can be set, for bulk imports. */
export function withOutputsSettable(field: Field): Field {
  const { members, element } = field;
  return {
    ...field,
    output: false,
    ...(members ? { members: withAllOutputsSettable(members) } : {}),
    ...(element ? { element: withOutputsSettable(element) } : {}),
  };
}

const withAllOutputsSettable = (members: Fields): Fields =>
  Object.fromEntries(Object.entries(members).map(([name, field]) => [name, withOutputsSettable(field)]));
