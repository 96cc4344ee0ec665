import { messages } from "../../../../src/provider/plugin/protocol/messages";
import { createCodec } from "../../../../src/provider/plugin/protocol/protobuf";
import { codec, providerCalls } from "../../../../src/provider/plugin/protocol/services";

const own = createCodec({
  Leaf: { text: [1, "string"], number: [2, "int"] },
  Tree: {
    leaf: [1, "Leaf"],
    leaves: [2, "Leaf[]"],
    byName: [3, "Leaf{}"],
    maybe: [4, "int?"],
    flag: [5, "bool"],
    raw: [16, "bytes"],
  },
});

test("encodes messages in the protocol buffers format", () => {
  expect(own.encode("Leaf", { text: "testing", number: 150 }).toString("hex")).toBe("0a0774657374696e67109601");
  expect(own.encode("Leaf", { number: -1 }).toString("hex")).toBe("10ffffffffffffffffff01");
  expect(
    own.encode("Tree", { byName: new Map([["k", { number: 1 }]]), flag: true, raw: Buffer.from([7]) }).toString("hex"),
  ).toBe("1a070a016b12021001" + "2801" + "82010107");
});

test("decodes encoded messages, with zero values for omitted fields", () => {
  const leaf = { text: "é", number: -(2 ** 40) };
  const tree = {
    leaf,
    leaves: [leaf, { text: "", number: 0 }],
    byName: new Map([["", leaf]]),
    maybe: 0,
    flag: true,
    raw: Buffer.from([0]),
  };
  expect(own.decode("Tree", own.encode("Tree", tree))).toEqual(tree);
  expect(own.decode("Tree", Buffer.alloc(0))).toEqual({
    leaf: undefined,
    leaves: [],
    byName: new Map(),
    maybe: undefined,
    flag: false,
    raw: Buffer.alloc(0),
  });
});

test("skips fields that are unknown or have another wire type", () => {
  expect(own.decode("Leaf", Buffer.from("f83f01" + "0801" + "10ac02", "hex"))).toEqual({ text: "", number: 300 });
});

test.each(["0a05", "0affffffffffffffffff01", "ffffffffffffffffffffff", "0b", "08"])(
  "rejects the invalid bytes %s",
  (hex) => {
    expect(() => own.decode("Leaf", Buffer.from(hex, "hex"))).toThrow(RangeError);
  },
);

test("refers only to defined messages and uses each field number once", () => {
  const scalars = ["string", "bytes", "bool", "int"];
  for (const [name, fields] of Object.entries(messages)) {
    const rows = Object.values(fields) as readonly (readonly [number, string])[];
    expect([name, new Set(rows.map(([number]) => number)).size]).toEqual([name, rows.length]);
    for (const [, type] of rows)
      expect([...scalars, ...Object.keys(messages)]).toContain(type.replace(/(\[\]|\{\}|\?)$/, ""));
  }
});

test("encodes and decodes the request and response of every call", () => {
  expect(Object.keys(providerCalls)).toHaveLength(27);
  for (const names of Object.values(providerCalls))
    for (const name of names.slice(0, 2)) expect(codec.decode(name as "Empty", Buffer.alloc(0))).toBeDefined();
});
