// The namespace import lets the bundler drop the unused parts of zod, which are most of it.
import * as z from "zod/mini";
import { capabilities, capabilityEnumName, findCapability } from "./capabilities";
import type { Field, FieldOptions, Fields, ObjectValue, ReferencedType, Uid } from "./field";
import {
  canonicalJwks,
  canonicalTimestamp,
  durationSeconds,
  durationText,
  hasPrivateKeys,
  isBase64,
  isInt64,
  isUnicode,
} from "./formats";
import type { Rule } from "./rules";

/**
 * The kinds of fields: one builder per kind, with its schema and normalizer. A builder keeps the literal types of its
 * options, from which the types of resources and bodies are derived.
 */
function defineKind<T, const O extends FieldOptions>(
  options: O,
  { schema: describe, ...own }: Omit<Field<T>, keyof FieldOptions | "schema"> & { schema?: () => Field<T>["schema"] },
): Field<T> & O {
  let schema: Field<T>["schema"];
  return {
    ...options,
    ...own,
    // Created lazily: a provider process validates only a few of several hundred fields.
    get schema() {
      schema ??= describe?.();
      return schema;
    },
  };
}

/** Rejects unknown options at compile time, so that a misspelled option is not silently ignored. */
type Exact<O, Options> = O & { readonly [K in Exclude<keyof O, keyof Options>]: never };

/** The maximum length of a string field without its own limit, in characters. */
const MAX_TEXT = 65_536;

/** A string that every encoding and database accepts. */
const text = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.refine(isUnicode, "must be valid Unicode without NUL characters"));

/** A string in a format that a function validates. */
const textMatching = (isOne: (text: string) => boolean, problem: string) => z.string().check(z.refine(isOne, problem));

export interface StringOptions extends FieldOptions {
  readonly pattern?: RegExp;
  readonly allowed?: string;
  readonly patternInErrors?: boolean;
  /** The pattern with RE2 semantics, where they differ from JavaScript's (whitespace); existing deployments use RE2. */
  readonly re2Pattern?: RegExp;
  /** The maximum length, in characters. */
  readonly maxLength?: number;
}

function textKind<const O extends StringOptions>(options: O) {
  const { pattern, re2Pattern = pattern, maxLength = MAX_TEXT } = options;
  return defineKind<string, O>(options, {
    kind: "string",
    schema: () => (re2Pattern ? text(maxLength).check(z.regex(re2Pattern)) : text(maxLength)),
    zero: "",
    normalize: (value) => value ?? "",
  });
}

export const string = <const O extends StringOptions>(options: Exact<O, StringOptions>) => textKind<O>(options);

/** The uid of a resource of another type. */
export function reference<const T extends ReferencedType, const O extends StringOptions>(
  refersTo: T,
  options: Exact<O, StringOptions>,
) {
  // For the compiler alone: a uid is text.
  return textKind<O & { readonly refersTo: T }>({ ...options, refersTo }) as Field<Uid<T>> &
    O & { readonly refersTo: T };
}

/** A bytes field: padded base64, as in protobuf's JSON form. */
export function bytes<const O extends FieldOptions>(options: Exact<O, FieldOptions>) {
  return defineKind<string, O & { readonly wireType: "bytes" }>(
    { ...options, wireType: "bytes" },
    {
      kind: "string",
      schema: () => text(MAX_TEXT).check(z.refine(isBase64, "must be base64")),
      zero: "",
      normalize: (value) => value ?? "",
    },
  );
}

export function boolean<const O extends FieldOptions>(options: Exact<O, FieldOptions>) {
  return defineKind<boolean, O>(options, {
    kind: "boolean",
    schema: () => z.boolean(),
    zero: false,
    normalize: (value) => value ?? false,
  });
}

export function int32<const O extends FieldOptions>(options: Exact<O, FieldOptions>) {
  return defineKind<number, O>(options, {
    kind: "int32",
    schema: () => z.int32(),
    zero: 0,
    normalize: (value) => value ?? 0,
  });
}

/**
 * A 64-bit integer as a decimal string, because JSON numbers cannot represent all values; safe numbers are accepted
 * too.
 */
export function int64<const O extends FieldOptions>(options: Exact<O, FieldOptions>) {
  return defineKind<string, O>(options, {
    kind: "int64",
    schema: () =>
      z.pipe(
        // Whether the value is a string is checked next.
        z.transform((value) => (Number.isSafeInteger(value) ? String(value) : (value as string))),
        z
          .string()
          .check(
            z.regex(/^-?\d{1,19}$/, "must be an integer in decimal digits"),
            z.refine(isInt64, "must be a 64-bit integer in decimal digits"),
          ),
      ),
    zero: "0",
    normalize: (value) => (value ? String(value) : "0"),
  });
}

/** A duration such as `3600s`, `5m` or `7d`, which protobuf's JSON form writes in seconds; compared by its length. */
export function duration<const O extends FieldOptions & { readonly minSeconds: number; readonly maxSeconds: number }>(
  options: Exact<O, FieldOptions & { readonly minSeconds: number; readonly maxSeconds: number }>,
) {
  const { minSeconds, maxSeconds } = options;
  return defineKind<string, O>(options, {
    kind: "duration",
    schema: () =>
      z.string().check(
        z.refine((text) => durationSeconds(text) !== undefined, {
          error: "must be a duration such as 3600s, 5m, 12h or 7d",
          abort: true,
        }),
        z.refine(
          (text) => {
            const seconds = durationSeconds(text) ?? 0;
            return seconds >= minSeconds && seconds <= maxSeconds;
          },
          `must be from ${durationText(minSeconds)} to ${durationText(maxSeconds)}`,
        ),
      ),
    zero: "",
    normalize: (value) => (value ? `${durationSeconds(value) ?? value}s` : ""),
  });
}

/** An RFC 3339 timestamp, compared as an instant; null if it was never set. */
export function timestamp<const O extends FieldOptions>(options: Exact<O, FieldOptions>) {
  return defineKind<string, O>(options, {
    kind: "timestamp",
    schema: () =>
      textMatching(
        (text) => canonicalTimestamp(text) !== undefined,
        "must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z",
      ),
    zero: null,
    normalize: (value) => (value ? (canonicalTimestamp(value) ?? value) : null),
  });
}

/** The error message for a key set with private or symmetric keys, without the field name. */
export const privateKeysProblem = "must contain only public keys";

/** A JSON Web Key Set of public keys, as a string; compared by content. */
export function jwks<const O extends FieldOptions>(options: Exact<O, FieldOptions>) {
  return defineKind<string, O>(options, {
    kind: "jwks",
    schema: () =>
      text(MAX_TEXT).check(
        z.refine(
          (text) => canonicalJwks(text) !== undefined,
          'must be a JSON Web Key Set: an object with a non-empty "keys" array',
        ),
        z.refine((text) => !hasPrivateKeys(text), privateKeysProblem),
      ),
    zero: "",
    normalize: (value) => (value ? (canonicalJwks(value) ?? value) : ""),
  });
}

export interface EnumOptions extends FieldOptions {
  readonly typeName: string;
  /** Maps each name to its protobuf number; number 0 means unset. */
  readonly numbers: Readonly<Record<string, number>>;
}

export function enumeration<const O extends EnumOptions>(options: Exact<O, EnumOptions>) {
  // The keys of an object that has no others.
  const values = Object.keys(options.numbers) as (keyof O["numbers"] & string)[];
  const unset = values.find((value) => options.numbers[value] === 0);
  if (unset === undefined) throw new Error(`the enum ${options.typeName} has no value with the number 0`);
  const normalized = values.find((value) => value === options.unsetMeans) ?? unset;
  return defineKind<keyof O["numbers"] & string, O>(options, {
    kind: "enum",
    schema: () => z.enum(values),
    zero: unset,
    values,
    normalize: (value) => (!value || value === unset ? normalized : value),
  });
}

/** A capability by its short or wire name; normalized to the wire name. */
export function capability<const O extends FieldOptions>(options: Exact<O, FieldOptions>) {
  return defineKind<string, O>(options, {
    kind: "capability",
    schema: () =>
      textMatching((text) => findCapability(text) !== undefined, "must be a capability such as groups.list"),
    zero: "",
    values: capabilities,
    normalize: (value) => {
      const known = value ? findCapability(value) : undefined;
      return known ? capabilityEnumName(known) : (value ?? "");
    },
  });
}

/** Returns the normal form of an element, which is never null: an element is present, and so has a value. */
const normalElement = <E>(element: Field<E>, value: E): E => element.normalize(value) as E;

export interface SetOptions extends FieldOptions {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly keyedBy?: readonly string[];
}

/** A set of distinct, unordered elements. */
export function set<E, const O extends SetOptions>(element: Field<E>, options: Exact<O, SetOptions>) {
  return defineKind<readonly E[], O>(options, {
    kind: "set",
    zero: [],
    element,
    normalize: (value) => distinct((value ?? []).map((each) => normalElement(element, each))),
  });
}

/** Returns the distinct elements in a canonical order. */
function distinct<E>(elements: readonly E[]): E[] {
  const byText = new Map(elements.map((each) => [typeof each === "object" ? JSON.stringify(each) : each, each]));
  return [...byText.keys()].sort().map((key) => byText.get(key)!);
}

export interface ListOptions extends FieldOptions {
  readonly minItems?: number;
  readonly maxItems?: number;
}

export function list<E, const O extends ListOptions>(element: Field<E>, options: Exact<O, ListOptions>) {
  return defineKind<readonly E[], O>(options, {
    kind: "list",
    zero: [],
    element,
    normalize: (value) => (value ?? []).map((each) => normalElement(element, each)),
  });
}

/** A map with string keys. */
export function map<E, const O extends FieldOptions & { readonly keys?: "int64" }>(
  element: Field<E>,
  options: Exact<O, FieldOptions & { readonly keys?: "int64" }>,
) {
  return defineKind<Readonly<Record<string, E>>, O>(options, {
    kind: "map",
    zero: {},
    element,
    normalize: (value) =>
      Object.fromEntries(
        Object.entries(value ?? {})
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, normalElement(element, each)]),
      ),
  });
}

/** An object with members. An object whose members all have zero values equals an absent object. */
export function object<
  M extends Fields,
  const O extends FieldOptions & { readonly typeName: string; readonly rules?: readonly Rule[] },
>(members: M, options: Exact<O, FieldOptions & { readonly typeName: string; readonly rules?: readonly Rule[] }>) {
  type T = ObjectValue<M>;
  // The members determine the type of the value, which the compiler cannot derive from a type parameter.
  return defineKind<T, O>(options, {
    kind: "object",
    zero: {} as T,
    members,
    normalize: (value) => normalizeMembers(members, (value ?? {}) as Record<string, unknown>) as T,
  });
}

function normalizeMembers(members: Fields, value: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(members).flatMap(([name, field]) => {
    const given = value[name];
    if (!field.mayBeEmpty) return [[name, field.normalize(given), field.normalize(undefined)] as const];
    return given === undefined || given === null ? [] : [[name, field.normalize(given), null] as const];
  });
  const isZero = entries.every(([, own, zero]) => JSON.stringify(own) === JSON.stringify(zero));
  return isZero ? {} : Object.fromEntries(entries.map(([name, own]) => [name, own]));
}
