import fc, { type Arbitrary } from "fast-check";
import { capabilities, type Field, type Fields, isInput, type ResourceDefinition, uidPattern } from "../../src/model";
import type { JsonObject } from "./driver";

/** Values for the fuzz tests, derived from the model: valid, almost valid, and invalid ones. */

/**
 * The number of runs of a property. A failure prints its seed: FUZZ_SEED repeats it, another one tests other values,
 * and FUZZ_TIMES multiplies the number.
 */
export const runs = (times: number) => ({
  numRuns: times * Number(process.env.FUZZ_TIMES ?? 1),
  seed: Number(process.env.FUZZ_SEED ?? 20),
  endOnFailure: true,
});

/** Strings that have broken programs before. */
export const oddTexts: Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "\0",
    "a\0b",
    "\ud800",
    "\udfff text",
    "\u202etxt.exe",
    "e\u0301",
    "\ufeff",
    "\u2028",
    "İ",
    "ß",
    "👩‍👩‍👧",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "' OR 1=1 --",
    '"; DROP TABLE resources; --',
    "%00",
    "../..",
    "<script>",
    "-0",
    "NaN",
    "1e400",
    "(a+)+$",
    "[",
    "\\",
    "(?=a)",
    "9999-12-31T23:59:59-23:59",
    "0000-01-01T00:00:00+23:59",
    "2030-02-31T12:00:00Z",
    "999999999999s",
    "0.0000000001s",
    "-9999999999999999999",
    '{"keys":[{"kty":"\ud800"}]}',
  ),
  fc.constantFrom(255, 256, 512, 513, 65_536, 65_537).map((length) => "x".repeat(length)),
);

/** Strings that every protocol can represent. */
const unicodeTexts = oddTexts.filter((text) => !/\p{Surrogate}/u.test(text));

/** JSON of any shape, with problematic names. */
export const wildJson: Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(oddTexts, fc.oneof(oddTexts, fc.jsonValue({ maxDepth: 1 })), { maxKeys: 4 }),
  fc.constantFrom(null, -0, 1e308, 2 ** 53, -1, 0.5, [], {}, [null], [[]], [{}]),
);

/** Returns values of a field's type on the wire; most are also valid. */
export function valueIn(field: Field): Arbitrary<unknown> {
  const { kind, pattern, values, element, members } = field;
  switch (kind) {
    case "boolean":
      return fc.boolean();
    case "int32":
      return fc.integer();
    case "int64":
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
    case "timestamp":
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") })
        .map((date) => date.toISOString());
    case "duration":
      return fc.integer({ min: 1, max: 10 ** 9 }).map((seconds) => `${seconds}s`);
    case "jwks":
      return fc.jsonValue({ maxDepth: 2 }).map((note) =>
        JSON.stringify({
          keys: [{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", note }],
        }),
      );
    case "enum":
      return fc.constantFrom(...values!);
    case "capability":
      return fc.constantFrom(...capabilities);
    case "set":
    case "list":
      return fc.array(valueIn(element!), { minLength: 1, maxLength: 3 });
    case "map":
      return fc.dictionary(
        field.keys === "int64" ? fc.nat().map(String) : fc.oneof(fc.string({ minLength: 1 }), unicodeTexts),
        valueIn(element!),
        { maxKeys: 3, noNullPrototype: true },
      );
    case "object":
      return objectOf(members!);
    default:
      return pattern
        ? fc.stringMatching(pattern, { size: "-1" })
        : fc.oneof(fc.string({ unit: "grapheme" }), unicodeTexts);
  }
}

/** Returns some of an object's inputs, with at most one of every oneof. */
function objectOf(members: Fields, isPartial = false): Arbitrary<JsonObject> {
  const inputs = Object.entries(members).filter(([, field]) => isInput(field));
  const required = isPartial ? [] : inputs.filter(([, field]) => field.required).map(([name]) => name);
  return fc
    .record(Object.fromEntries(inputs.map(([name, field]) => [name, valueIn(field)])), {
      requiredKeys: required,
      noNullPrototype: true,
    })
    .map((value) => {
      const taken = new Set<string>();
      return Object.fromEntries(
        Object.entries(value).filter(([name]) => {
          const { oneof } = members[name]!;
          const isSecond = oneof !== undefined && taken.has(oneof);
          if (oneof !== undefined) taken.add(oneof);
          return !isSecond;
        }),
      );
    });
}

/**
 * Returns changes to a valid body: some fields of the right type or, unless typed, anything under any name. References
 * are kept.
 */
export const changesTo = ({ fields }: ResourceDefinition, isTyped: boolean): Arbitrary<JsonObject> => {
  const own = Object.fromEntries(Object.entries(fields).filter(([, { pattern }]) => pattern !== uidPattern));
  const typed = objectOf(own, true);
  if (isTyped) return typed;
  const names = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...Object.keys(fields)) }, oddTexts);
  const wild = fc.dictionary(names, wildJson, { maxKeys: 3, noNullPrototype: true });
  return fc.oneof({ weight: 2, arbitrary: typed }, wild);
};

/** Applies changes to a body; changed members replace others of their oneof. */
export function merged({ fields }: ResourceDefinition, body: JsonObject, changes: JsonObject): JsonObject {
  const oneofs = new Set(
    Object.keys(changes).map((name) => (Object.hasOwn(fields, name) ? fields[name]?.oneof : undefined)),
  );
  const kept = Object.entries(body).filter(([name]) => !fields[name]?.oneof || !oneofs.has(fields[name].oneof));
  return Object.fromEntries([...kept, ...Object.entries(changes)]);
}
