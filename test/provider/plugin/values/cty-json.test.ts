import { Dynamic, type Type } from "../../../../src/provider/plugin/values/cty";
import { valueFromJson } from "../../../../src/provider/plugin/values/cty-json";
import { parseJson } from "../../../../src/provider/plugin/values/json";
import { Decimal } from "../../../../src/provider/plugin/values/number";

const read = (type: Type, text: string) => valueFromJson(type, parseJson(text));

test("parses JSON with large numbers, numeric strings and the key __proto__", () => {
  const parsed = parseJson(
    '{"__proto__": [9007199254740993, 0.12345678901234567890, -1.5e2, "12", "\\"7\\"", true, null]}',
  );
  expect(Object.getPrototypeOf(parsed)).toBeNull();
  expect(Object.entries(parsed as object)).toEqual([
    ["__proto__", [9007199254740993n, new Decimal("0.1234567890123456789"), -150, "12", '"7"', true, null]],
  ]);
});

test("parses JSON with a very long string", () => {
  const long = `\\"${"x".repeat(8_000_000)}`;
  expect(parseJson(`["${long}", 1]`)).toEqual([long.replace("\\", ""), 1]);
});

test.each(["", "[1 2]", '{"a"}', '"', "tru"])("rejects the invalid JSON %j", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test("decodes a state by its type: drops removed attributes, sets new ones to null, converts primitives", () => {
  const type: Type = ["object", { a: "string", b: "number", c: "bool", d: ["set", "string"], e: ["map", "number"] }];
  expect(read(type, '{"a":12,"b":"1.5","c":"true","e":{"__proto__":1},"gone":{}}')).toEqual(
    Object.assign(Object.create(null), { a: "12", b: 1.5, c: true, d: null, e: JSON.parse('{"__proto__":1}') }),
  );
});

test("decodes a dynamic value by its accompanying type", () => {
  expect(read("dynamic", '{"type":["list","string"],"value":["x"]}')).toEqual(new Dynamic(["list", "string"], ["x"]));
  expect(read(["tuple", ["dynamic", "bool"]], "[null,false]")).toEqual([null, false]);
});

test("rejects a value of the wrong type and names its path", () => {
  expect(() => read(["object", { a: ["list", "bool"] }], '{"a":[1]}')).toThrow(new TypeError("a[0] is not a bool"));
  expect(() => read(["tuple", []], "[1]")).toThrow(new TypeError("the value is not a tuple"));
  expect(() => read(["map", "string"], "1")).toThrow(new TypeError("the value is not a map"));
});
