import fc from "fast-check";
import type { Type } from "../../../../src/provider/plugin/values/cty";
import { valueFromJson } from "../../../../src/provider/plugin/values/cty-json";
import { encodeValue } from "../../../../src/provider/plugin/values/cty-msgpack";
import { transcode } from "../../../../src/provider/plugin/values/cty-transcode";
import { parseJson } from "../../../../src/provider/plugin/values/json";

const type: Type = [
  "object",
  { __proto__x: "string", text: "string", flag: "bool", list: ["list", "string"], map: ["map", ["set", "bool"]] },
];
const transcoded = (of: Type, json: string) => transcode(of, Buffer.from(json))?.toString("hex");
const careful = (of: Type, json: string) => encodeValue(of, valueFromJson(of, parseJson(json))).toString("hex");

test("transcodes a state to the same bytes as decoding and encoding it", () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });
  const states = fc.record(
    {
      __proto__x: maybe(fc.string()),
      text: maybe(fc.string({ unit: "grapheme", maxLength: 400 })),
      flag: maybe(fc.boolean()),
      list: maybe(fc.array(maybe(fc.string()), { maxLength: 20 })),
      map: maybe(fc.dictionary(fc.oneof(fc.constant("__proto__"), fc.string()), fc.array(fc.boolean()))),
      gone: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(states, (state) => {
      const json = JSON.stringify(state);
      expect(transcoded(type, json)).toBe(careful(type, json));
    }),
  );
});

test.each([
  ["a number", "number", "9007199254740993"],
  ["a number for a text", "string", "1.50"],
  ["a text for a switch", "bool", '"true"'],
  ["a place of any type", "dynamic", '{"type":"string","value":"x"}'],
  ["another kind", ["list", "string"], "{}"],
  ["something within", ["object", { a: ["map", "number"] }], '{"a":{"b":1}}'],
  ["no JSON", "string", "x"],
] as [string, Type, string][])("does not transcode values that need conversion: %s", (_what, of, json) => {
  expect(transcoded(of, json)).toBeUndefined();
});
