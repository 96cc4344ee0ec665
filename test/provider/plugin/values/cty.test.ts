import {
  Dynamic,
  isFullyKnown,
  isRecord,
  sameValue,
  typeOf,
  unknown,
  type Value,
} from "../../../../src/provider/plugin/values/cty";
import { Decimal } from "../../../../src/provider/plugin/values/number";

test("reports values as wholly known only if no part is unknown", () => {
  expect([null, "x", [1, { a: true }], new Dynamic("string", "x")].map(isFullyKnown)).toEqual([true, true, true, true]);
  const unknowns: readonly Value[] = [unknown, [unknown], { a: [unknown] }, new Dynamic("string", unknown)];
  expect(unknowns.some(isFullyKnown)).toBe(false);
});

test("treats only objects and maps as records", () => {
  expect([{}, Object.create(null)].map(isRecord)).toEqual([true, true]);
  const others: readonly Value[] = [null, [], "x", new Decimal("0.5"), new Dynamic("string", "x"), unknown];
  expect(others.some(isRecord)).toBe(false);
});

test("ignores the order of sets, but not of lists", () => {
  expect(sameValue(["set", ["list", "number"]], [[1, 2], [3]], [[3], [1, 2]])).toBe(true);
  expect(sameValue(["list", "string"], ["a", "b"], ["b", "a"])).toBe(false);
  expect(sameValue(["set", "string"], ["a", "a"], ["a"])).toBe(false);
});

test("compares numbers regardless of their representation", () => {
  expect(sameValue("number", 5, 5n)).toBe(true);
  expect(sameValue("number", 0.5, new Decimal("0.50"))).toBe(true);
  expect(sameValue("number", 9007199254740993n, 9007199254740992n)).toBe(false);
});

test("treats missing attributes, but not missing map elements, as null", () => {
  expect(sameValue(["object", { a: "string", b: "bool" }], { a: "x" }, { b: null, a: "x" })).toBe(true);
  expect(sameValue(["map", "string"], { a: "x" }, { a: "x", b: null })).toBe(false);
});

test("distinguishes null and unknown from texts that look like them", () => {
  expect(sameValue("string", null, "null")).toBe(false);
  expect(sameValue("string", unknown, "?")).toBe(false);
  expect(sameValue("string", unknown, unknown)).toBe(true);
  expect(sameValue("dynamic", new Dynamic("string", "1"), new Dynamic("number", 1))).toBe(false);
});

test("infers the type of a value", () => {
  expect(typeOf([1, "x", { a: null, b: unknown }, true])).toEqual([
    "tuple",
    ["number", "string", ["object", Object.assign(Object.create(null), { a: "dynamic", b: "dynamic" })], "bool"],
  ]);
});
