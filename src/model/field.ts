import type { ZodMiniType } from "zod/mini";
import type { Rule } from "./rules";

/** What a field holds. Every surface (JSON, protobuf, Terraform, Pulumi, documentation) maps kinds, never single fields. */
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

/** The types that others refer to by uid. */
export type ReferredType = "Group" | "Identity" | "IdentityProvider" | "Repo" | "Role";

/** How a field behaves over the life of a resource. A field with none of the flags is an optional input that can be changed. */
export interface FieldOptions {
  /** Field number in the protobuf message; numbers from 1000 up are ours, where the published message lacks the field. */
  readonly number: number;
  readonly description: string;
  /** Must be given when the resource is created, and cannot be cleared. */
  readonly required?: boolean;
  /** Assigned by the service; ignored in a body, refused in a mask. */
  readonly output?: boolean;
  /** Of an output: clients made for live deployments set it, so that a mask may name it while the body leaves it as it is. */
  readonly maskable?: boolean;
  /** Cannot change in place: a new value means a new resource. */
  readonly immutable?: boolean;
  /** Accepted and never returned. */
  readonly writeOnly?: boolean;
  /** The outputs between which this time lies: it is never returned itself, but they tell it, so that its change is planned. */
  readonly between?: readonly [start: string, end: string];
  /**
   * Of an output: it identifies the resource, or configurations hand it on, and it never changes once assigned. Managed
   * resources keep it. They leave out every other output, which data sources have: some change without anyone's doing,
   * and each costs the engine time in every plan.
   */
  readonly kept?: boolean;
  /** Filled from the resource whose uid stands in the named field, or from the group that holds it. */
  readonly hydratedFrom?: string;
  /** Kept out of logs and plan output. */
  readonly sensitive?: boolean;
  /** Returned in the answer to the create only. */
  readonly onlyInCreate?: boolean;
  /** An empty value in a body means what is stored, unless a mask names the field. */
  readonly keepWhenEmpty?: boolean;
  /** The service chooses a value where none is set: what a configuration does not set is left as it is. */
  readonly defaulted?: boolean;
  /** Of an enum: the value that not set means, which is the normal form of both. */
  readonly unsetMeans?: string;
  /** Names a field of the same object: when that changes, the stored value is dropped unless the same request sets one. */
  readonly boundTo?: string;
  /** An object that says something by being there, even with nothing in it. */
  readonly mayBeEmpty?: boolean;
  /** Member of the named oneof: absent, not zero, where it is not set. */
  readonly oneof?: string;
  /** A regular expression of RE2, which clients check before they send anything. */
  readonly regex?: boolean | "issuer";
  /** The type of the resource whose uid it holds. Configurations may give nothing but a uid, whatever a service takes. */
  readonly refersTo?: ReferredType;
  /** What configurations are held to beyond what a service takes. */
  readonly configured?: "unsigned";
  /** Of a list: no element may be given twice. */
  readonly distinct?: boolean;
  /** Of a time: how many days from now it lies at most when it is set. */
  readonly daysAhead?: number;
  /** Further spellings of the JSON name that are accepted on input. */
  readonly aliases?: readonly string[];
  /** Protobuf tells whether it is set, apart from its value: `optional`. */
  readonly presence?: boolean;
  /** Its protobuf type, where that is not its kind's. */
  readonly wireType?: "bytes" | "uint32";
}

/**
 * One field of a resource or of an object inside it. `T` is the type of its value in a JSON body.
 *
 * `schema` validates one value on input; objects and collections have none, being checked member by member. `normalise`
 * gives the form in which two values that mean the same are deeply equal; null, absent and empty all become `zero`. A
 * `zero` of null means that the field has none (a timestamp that was never set).
 */
export interface Field<T = unknown> extends FieldOptions {
  readonly kind: Kind;
  /** @internal Zod's types do not compile in every program, and take long: declarations go without them. */
  readonly schema?: ZodMiniType<T> | undefined;
  readonly zero: T | null;
  normalise(value: T | null | undefined): T | null;
  /** The pattern of a string, the values of an enum, the element of a collection, the members of an object. */
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  /** The protobuf numbers of an enum's values. */
  readonly numbers?: Readonly<Record<string, number>>;
  readonly element?: Field;
  readonly members?: Fields;
  readonly rules?: readonly Rule[];
  /** What the keys of a map are, where they are not any text. */
  readonly keys?: "int64";
  /** The least elements that a set takes. */
  readonly minItems?: number;
  /** Name of the protobuf enum or message, where it has one of its own; with dots where it lies in another: `Identity.ClaimMatch`. */
  readonly typeName?: string;
}

export type Fields = { readonly [jsonName: string]: Field };

/** True where clients may set the field. */
export const isInput = (field: FieldOptions): boolean => !field.output && field.hydratedFrom === undefined;

/** True for what managed resources keep: inputs, and the outputs that are marked so. */
export const isManaged = (field: FieldOptions): boolean => isInput(field) || field.kept === true;

/** The type of a field's value. */
export type Value<F> = F extends Field<infer T> ? T : never;

type RequiredNames<M extends Fields> = {
  [K in keyof M]: M[K] extends { readonly required: true } ? K : never;
}[keyof M];

/** The value of an object field: members that are required when it is given, and the rest. */
export type ObjectValue<M extends Fields> = { readonly [K in RequiredNames<M>]: Value<M[K]> } & {
  readonly [K in Exclude<keyof M, RequiredNames<M>>]?: Value<M[K]>;
};

/** A field as those have it who may say everything, what the service assigns too. */
export function settable(field: Field): Field {
  const { members, element } = field;
  return {
    ...field,
    output: false,
    ...(members ? { members: allSettable(members) } : {}),
    ...(element ? { element: settable(element) } : {}),
  };
}

const allSettable = (members: Fields): Fields =>
  Object.fromEntries(Object.entries(members).map(([name, field]) => [name, settable(field)]));
