import { registry } from "../../src/model";
import { equalRecords } from "../../src/provider/members";
import { planChange } from "../../src/provider/plan";
import { Decimal, unknown, type ValueRecord } from "../../src/provider/plugin";

test.each<[string, ValueRecord, ValueRecord, boolean]>([
  ["equal, in any order of members", { a: "x", b: null, c: true }, { c: true, b: null, a: "x" }, true],
  ["equal nested records", { a: { b: ["x", { c: 1 }] } }, { a: { b: ["x", { c: 1 }] } }, true],
  ["a different member", { a: "x" }, { b: "x" }, false],
  ["fewer members", { a: null }, { a: null, b: null }, false],
  ["null and an empty record", { a: null }, { a: {} }, false],
  ["the order of a list", { a: ["x", "y"] }, { a: ["y", "x"] }, false],
  ["a longer list", { a: ["x"] }, { a: ["x", "y"] }, false],
  ["a list and a record", { a: [] }, { a: {} }, false],
  ["unknown values", { a: unknown }, { a: "x" }, false],
  [
    "numbers beyond the precision of number",
    { a: new Decimal("0.1234567890123456789") },
    { a: 0.12345678901234568 },
    false,
  ],
])("compares records exactly: %s", (_what, one, other, same) => {
  expect([equalRecords(one, other), equalRecords(other, one)]).toEqual([same, same]);
});

test("returns the prior state itself if a plan changes nothing", () => {
  const uid = `${"0".repeat(40)}/${"1".repeat(16)}`;
  const config = { parent_uid: "0".repeat(40), name: "team", description: null, timeouts: null };
  const created = planChange(registry.groups, { prior: null, config }).planned;
  const prior = Object.fromEntries(
    Object.entries(created).map(([name, value]) => [name, value === unknown ? null : value]),
  );
  const settled = { ...prior, uid, id: uid };
  expect(planChange(registry.groups, { prior: settled, config }).planned).toBe(settled);
  expect(planChange(registry.groups, { prior: settled, config: { ...config, name: "other" } }).planned).not.toBe(
    settled,
  );
});
