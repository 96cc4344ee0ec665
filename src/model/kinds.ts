// A namespace import lets the bundler leave out what is not used: most of zod.
import * as z from "zod/mini";
import { capabilities, capabilityEnumName, capabilityFrom } from "./capabilities";
import type { Field, FieldOptions, Fields, ObjectValue } from "./field";
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
 * The kinds of fields: for each one builder, and in it the one schema and the one normaliser of that kind.
 * A builder keeps the literal types of its options, so that the types of resources and bodies derive from them.
 */
function make<T, const O extends FieldOptions>(
  options: O,
  { schema: describe, ...own }: Omit<Field<T>, keyof FieldOptions | "schema"> & { schema?: () => Field<T>["schema"] },
): Field<T> & O {
  let schema: Field<T>["schema"];
  return {
    ...options,
    ...own,
    // Made when first asked for: a process of the provider checks a few fields of the hundreds that there are.
    get schema() {
      schema ??= describe?.();
      return schema;
    },
  };
}

/** The longest text that a field without a limit of its own takes, in characters. */
const MAX_TEXT = 65_536;

/** Text that every encoding and every database can carry. */
const text = (maxLength: number) =>
  z
    .string()
    .check(
      z.maxLength(maxLength),
      z.refine(isUnicode, "must be Unicode, without halves of surrogate pairs and the character NUL"),
    );

/** Text of a format that a function knows. */
const matching = (isOne: (text: string) => boolean, problem: string) => z.string().check(z.refine(isOne, problem));

export interface StringOptions extends FieldOptions {
  readonly pattern?: RegExp;
  /** The pattern as RE2 reads it, which live deployments match with, where JavaScript takes more for white space. */
  readonly readAs?: RegExp;
  /** In characters. */
  readonly maxLength?: number;
}

export function string<const O extends StringOptions>(options: O) {
  const { pattern, readAs = pattern, maxLength = MAX_TEXT } = options;
  return make<string, O>(options, {
    kind: "string",
    schema: () => (readAs ? text(maxLength).check(z.regex(readAs)) : text(maxLength)),
    zero: "",
    normalise: (value) => value ?? "",
  });
}

/** Bytes, as protobuf writes them in JSON: in base64, with padding. */
export function bytes<const O extends FieldOptions>(options: O) {
  return make<string, O & { readonly wireType: "bytes" }>(
    { ...options, wireType: "bytes" },
    {
      kind: "string",
      schema: () => text(MAX_TEXT).check(z.refine(isBase64, "must be base64")),
      zero: "",
      normalise: (value) => value ?? "",
    },
  );
}

export function boolean<const O extends FieldOptions>(options: O) {
  return make<boolean, O>(options, {
    kind: "boolean",
    schema: () => z.boolean(),
    zero: false,
    normalise: (value) => value ?? false,
  });
}

export function int32<const O extends FieldOptions>(options: O) {
  return make<number, O>(options, {
    kind: "int32",
    schema: () => z.int32(),
    zero: 0,
    normalise: (value) => value ?? 0,
  });
}

/** A whole number of up to 64 bits, as decimal digits: JSON's numbers cannot carry all of them, but those that can are taken. */
export function int64<const O extends FieldOptions>(options: O) {
  return make<string, O>(options, {
    kind: "int64",
    schema: () =>
      z.pipe(
        z.transform((value) => (Number.isSafeInteger(value) ? String(value) : (value as string))),
        z
          .string()
          .check(
            z.regex(/^-?\d{1,19}$/, "must be a whole number in decimal digits"),
            z.refine(isInt64, "must be a whole number of at most 64 bits in decimal digits"),
          ),
      ),
    zero: "0",
    normalise: (value) => (value ? String(value) : "0"),
  });
}

/** A length of time such as `3600s`, `5m` or `7d`, which protobuf writes in seconds in JSON; compared by its seconds. */
export function duration<const O extends FieldOptions & { readonly minSeconds: number; readonly maxSeconds: number }>(
  options: O,
) {
  const { minSeconds, maxSeconds } = options;
  return make<string, O>(options, {
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
    normalise: (value) => (value ? `${durationSeconds(value) ?? value}s` : ""),
  });
}

/** RFC 3339; compared as an instant. A timestamp that was never set is null. */
export function timestamp<const O extends FieldOptions>(options: O) {
  return make<string, O>(options, {
    kind: "timestamp",
    schema: () =>
      matching(
        (text) => canonicalTimestamp(text) !== undefined,
        "must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z",
      ),
    zero: null,
    normalise: (value) => (value ? (canonicalTimestamp(value) ?? value) : null),
  });
}

/** What is wrong with a key set that has private or secret keys. */
export const privateKeysProblem = "must hold public keys only";

/** A JSON Web Key Set of public keys, as text; compared by what it says. */
export function jwks<const O extends FieldOptions>(options: O) {
  return make<string, O>(options, {
    kind: "jwks",
    schema: () =>
      text(MAX_TEXT).check(
        z.refine(
          (text) => canonicalJwks(text) !== undefined,
          'must be a JSON Web Key Set: {"keys": [at least one key]}',
        ),
        z.refine((text) => !hasPrivateKeys(text), privateKeysProblem),
      ),
    zero: "",
    normalise: (value) => (value ? (canonicalJwks(value) ?? value) : ""),
  });
}

export interface EnumOptions extends FieldOptions {
  readonly typeName: string;
  /** Name to protobuf number; the one numbered 0 means not set. */
  readonly numbers: Readonly<Record<string, number>>;
}

export function enumeration<const O extends EnumOptions>(options: O) {
  const values = Object.keys(options.numbers) as (keyof O["numbers"] & string)[];
  const unset = values.find((value) => options.numbers[value] === 0)!;
  const meant = (options.unsetMeans ?? unset) as typeof unset;
  return make<keyof O["numbers"] & string, O>(options, {
    kind: "enum",
    schema: () => z.enum(values),
    zero: unset,
    values,
    normalise: (value) => (!value || value === unset ? meant : value),
  });
}

/** A capability in either spelling; normal is the wire's. */
export function capability<const O extends FieldOptions>(options: O) {
  return make<string, O>(options, {
    kind: "capability",
    schema: () => matching((text) => capabilityFrom(text) !== undefined, "must be a capability such as groups.list"),
    zero: "",
    values: capabilities,
    normalise: (value) => {
      const known = value ? capabilityFrom(value) : undefined;
      return known ? capabilityEnumName(known) : (value ?? "");
    },
  });
}

/** Distinct elements without an order. */
export function set<E, const O extends FieldOptions & { readonly minItems?: number }>(element: Field<E>, options: O) {
  return make<readonly E[], O>(options, {
    kind: "set",
    zero: [],
    element,
    normalise: (value) => [...new Set((value ?? []).map((each) => element.normalise(each) as E))].sort(),
  });
}

export function list<E, const O extends FieldOptions>(element: Field<E>, options: O) {
  return make<readonly E[], O>(options, {
    kind: "list",
    zero: [],
    element,
    normalise: (value) => (value ?? []).map((each) => element.normalise(each) as E),
  });
}

/** Text keys to elements. */
export function map<E, const O extends FieldOptions & { readonly keys?: "int64" }>(element: Field<E>, options: O) {
  return make<Readonly<Record<string, E>>, O>(options, {
    kind: "map",
    zero: {},
    element,
    normalise: (value) =>
      Object.fromEntries(
        Object.entries(value ?? {})
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, element.normalise(each) as E]),
      ),
  });
}

/** An object with members of its own; one whose members are all zero means the same as none. */
export function object<
  M extends Fields,
  const O extends FieldOptions & { readonly typeName: string; readonly rules?: readonly Rule[] },
>(members: M, options: O) {
  type T = ObjectValue<M>;
  return make<T, O>(options, {
    kind: "object",
    zero: {} as T,
    members,
    normalise: (value) => normaliseMembers(members, (value ?? {}) as Record<string, unknown>) as T,
  });
}

function normaliseMembers(members: Fields, value: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(members).flatMap(([name, field]) => {
    const given = value[name];
    if (!field.mayBeEmpty) return [[name, field.normalise(given), field.normalise(undefined)] as const];
    return given === undefined || given === null ? [] : [[name, field.normalise(given), null] as const];
  });
  const isZero = entries.every(([, own, zero]) => JSON.stringify(own) === JSON.stringify(zero));
  return isZero ? {} : Object.fromEntries(entries.map(([name, own]) => [name, own]));
}
