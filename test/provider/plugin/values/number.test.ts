import { Decimal, fromFloat, parseNumeric, toPlainText } from "../../../../src/provider/plugin/values/number";

test.each([
  ["0", 0],
  ["-0", 0],
  ["007", 7],
  ["+1.50", 1.5],
  ["-1e-7", -1e-7],
  ["12e3", 12000],
  ["1.25e1", 12.5],
  ["9007199254740991", 9007199254740991],
  ["9007199254740993", 9007199254740993n],
  ["1e30", 10n ** 30n],
  [".5", 0.5],
  ["0.1", 0.1],
])("parses the number %s exactly", (text, value) => {
  expect(parseNumeric(text)).toEqual(value);
});

test("keeps the digits of decimals that a number cannot hold, in canonical form", () => {
  expect(parseNumeric("0.12345678901234567890")).toEqual(new Decimal("0.1234567890123456789"));
  expect(parseNumeric("1234567890.1234567890123e-2")).toEqual(new Decimal("12345678.901234567890123"));
});

test.each(["", ".", "-", "1e", "x1", "1 ", "NaN", "0x10", "1e99999"])("rejects the text %j", (text) => {
  expect(() => parseNumeric(text)).toThrow(new SyntaxError("not a number"));
});

test("converts floats to their exact value", () => {
  expect(fromFloat(0.75)).toBe(0.75);
  expect(fromFloat(1e21)).toBe(10n ** 21n);
  expect(String(fromFloat(0.3))).toBe("0.299999999999999988897769753748434595763683319091796875");
  expect(String(fromFloat(-5e-324))).toHaveLength(1077);
});

test("formats numbers with all digits and no exponent", () => {
  expect([1e21, -1.5e-7, 10n ** 22n, new Decimal("1.5")].map(toPlainText)).toEqual([
    "1000000000000000000000",
    "-0.00000015",
    "10000000000000000000000",
    "1.5",
  ]);
});
