import fc from "fast-check";
import { Dynamic, type Type, unknown, type Value } from "../../../../src/provider/plugin/values/cty";
import { decodeValue, encodeValue } from "../../../../src/provider/plugin/values/cty-msgpack";
import { Decimal, parseNumeric } from "../../../../src/provider/plugin/values/number";

const hex = (type: Type, value: Value) => encodeValue(type, value).toString("hex");
const unhex = (type: Type, bytes: string) => decodeValue(type, Buffer.from(bytes, "hex"));

/** A type and a value of it. */
type Typed = readonly [Type, Value];

const names = fc.oneof(fc.constantFrom("__proto__", "constructor", "toString", "1", ""), fc.string());
const digits = fc.stringMatching(/^-?[1-9][0-9]{0,60}(\.[0-9]{0,60}[1-9])?$/).map(parseNumeric);
const numbers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt().map((value) => parseNumeric(String(value))),
  digits,
);

/** Generates values of a type, including null and unknown. */
function values(type: Type, dynamic: fc.Arbitrary<Typed>): fc.Arbitrary<Value> {
  const one = (): fc.Arbitrary<Value> => {
    if (type === "string") return fc.string({ unit: "grapheme" });
    if (type === "bool") return fc.boolean();
    if (type === "number") return numbers;
    if (type === "dynamic") return dynamic.map(([actual, value]) => new Dynamic(actual, value));
    const [kind, of] = type;
    if (kind === "tuple") return fc.tuple(...of.map((member) => values(member, dynamic)));
    if (kind === "object")
      return fc
        .tuple(
          ...Object.entries(of).map(([name, member]) => values(member, dynamic).map((value) => [name, value] as const)),
        )
        .map(record);
    if (kind === "map") return fc.array(fc.tuple(names, values(of, dynamic)), { maxLength: 20 }).map(record);
    return fc.array(values(of, dynamic), { maxLength: 20 });
  };
  return fc.oneof({ weight: 8, arbitrary: one() }, { weight: 1, arbitrary: fc.constantFrom<Value>(null, unknown) });
}

function record<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const made = Object.create(null) as Record<string, T>;
  for (const [name, value] of entries) made[name] = value;
  return made;
}

const simple = fc.constantFrom<Type>("string", "number", "bool");
const types = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small" },
    fc.oneof(simple, fc.constant<Type>("dynamic")),
    fc.tuple(fc.constantFrom("list", "set", "map"), tie("type")) as fc.Arbitrary<Type>,
    fc.tuple(fc.constant("tuple"), fc.array(tie("type"), { maxLength: 4 })) as fc.Arbitrary<Type>,
    fc.tuple(
      fc.constant("object"),
      fc.array(fc.tuple(names, tie("type")), { maxLength: 4 }).map(record),
    ) as fc.Arbitrary<Type>,
  ),
})).type;
const plain = simple.chain((type) => fc.tuple(fc.constant(type), values(type, fc.constant(["string", "x"] as const))));
const typed = types.chain((type) => fc.tuple(fc.constant(type), values(type, plain)));

test("decodes any encoded value of any type", () => {
  fc.assert(
    fc.property(typed, ([type, value]) => {
      expect(decodeValue(type, encodeValue(type, value))).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

test("rejects invalid bytes without misreading them or looping", () => {
  fc.assert(
    fc.property(types, fc.uint8Array({ maxLength: 40 }), (type, bytes) => {
      try {
        decodeValue(type, bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 500 },
  );
});

test("treats the map key __proto__ like any other", () => {
  const decoded = unhex(["map", "string"], hex(["map", "string"], JSON.parse('{"__proto__":"x"}'))) as object;
  expect(Object.getPrototypeOf(decoded)).toBeNull();
  expect(Object.entries(decoded)).toEqual([["__proto__", "x"]]);
});

test("encodes unknowns without refinements and decodes them with any", () => {
  expect(hex("string", unknown)).toBe("d40000");
  expect(unhex("string", "d40000")).toBe(unknown);
  expect(unhex(["list", "string"], "c7030c8101c2")).toBe(unknown);
});

test("keeps every digit of a number, in the simplest form", () => {
  const big = 2n ** 63n;
  expect([unhex("number", "cf8000000000000000"), unhex("number", "d38000000000000000")]).toEqual([big, -big]);
  expect(unhex("number", "cb43f0000000000000")).toBe(2n ** 64n);
  expect(hex("number", 2n ** 64n)).toBe(`b4${Buffer.from(String(2n ** 64n)).toString("hex")}`);
  expect(unhex("number", hex("number", 9007199254740993n))).toBe(9007199254740993n);
  expect(hex("number", 1000)).toBe("a431303030");
  expect(hex("number", 0.1)).toBe("a3302e31");
  expect(unhex("number", "a3302e31")).toBe(0.1);
  expect(unhex("number", "cb3fe0000000000000")).toBe(0.5);
  expect(unhex("number", "cb3fb999999999999a")).toEqual(
    new Decimal("0.1000000000000000055511151231257827021181583404541015625"),
  );
  expect(unhex("number", hex("number", Number.NEGATIVE_INFINITY))).toBe(Number.NEGATIVE_INFINITY);
  expect(() => hex("number", Number.NaN)).toThrow("expected number, found NaN");
});

test("encodes a dynamic value with its type, including inferred types", () => {
  const bytes = hex("dynamic", ["a", { b: 1 }]);
  expect(unhex("dynamic", bytes)).toEqual(
    new Dynamic(["tuple", ["string", ["object", { b: "number" }]]], ["a", record([["b", 1]])]),
  );
  expect([unhex("dynamic", "c0"), unhex("dynamic", "d40000")]).toEqual([null, unknown]);
});

test("encodes all attributes of an object and rejects others", () => {
  const type: Type = ["object", { a: "string", b: "bool" }];
  expect(hex(type, { a: "x" })).toBe("82a161a178a162c0");
  expect(() => hex(type, { c: "x" })).toThrow('unsupported attribute "c"');
  expect(unhex(type, "81a161a178")).toEqual(
    record<Value>([
      ["a", "x"],
      ["b", null],
    ]),
  );
  expect(() => unhex(type, "81a163a178")).toThrow('unsupported attribute "c"');
});

test("rejects a value of another type at its path, without showing it", () => {
  const type: Type = ["object", { notes: ["list", ["map", "number"]] }];
  expect(() => hex(type, { notes: [{ a: "secret" }] })).toThrow(
    new TypeError('notes[0]["a"]: expected number, found string'),
  );
  expect(() => unhex("bool", "a178")).toThrow(new TypeError("expected bool, found str"));
  expect(() => unhex("string", "a178a1")).toThrow("unexpected data after the value");
  expect(() => unhex("string", "a5")).toThrow("unexpected end of MessagePack data");
});

test.each<[Type, length: number, written: string, alsoRead: readonly string[]]>([
  [["list", "bool"], 15, "9f", []],
  [["list", "bool"], 16, "dd00000010", ["dc0010"]],
  [["map", "bool"], 15, "8f", []],
  [["map", "bool"], 16, "df00000010", ["de0010"]],
  ["string", 31, "bf", []],
  ["string", 32, "d920", ["da0020", "db00000020"]],
  ["string", 255, "d9ff", []],
  ["string", 256, "db00000100", ["da0100"]],
])("encodes the header of %j with length %i as %s", (type, length, written, alsoRead) => {
  const keys = Array.from({ length }, (_, index) => String.fromCharCode(0x61 + index));
  const value =
    type === "string"
      ? "x".repeat(length)
      : type[0] === "map"
        ? record(keys.map((key) => [key, true]))
        : keys.map(() => true);
  const bytes = hex(type, value);
  expect(bytes.slice(0, written.length)).toBe(written);
  for (const announced of [written, ...alsoRead])
    expect(unhex(type, announced + bytes.slice(written.length))).toEqual(value);
});
