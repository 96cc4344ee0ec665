import type { Block } from "../../../src/provider/plugin/schema";
import { configByDefault, planByDefault, withoutWriteOnly } from "../../../src/provider/plugin/schema-transforms";
import { unknown } from "../../../src/provider/plugin/values/cty";

const attributes = {
  id: { type: "string", computed: true },
  name: { type: "string", optional: true, computed: true },
  secret: { type: "string", optional: true, writeOnly: true },
} as const;
const schema: Block = {
  attributes: {
    ...attributes,
    one: { optional: true, nested: { nesting: "single", attributes } },
    many: { optional: true, nested: { nesting: "list", attributes } },
    some: { optional: true, nested: { nesting: "set", attributes } },
    keyed: { optional: true, nested: { nesting: "map", attributes } },
  },
  blocks: { block: { nesting: "list", block: { attributes } } },
};
const element = { id: null, name: null, secret: "s" };
const whole = { ...element, one: element, many: [element], some: [element], keyed: { k: element }, block: [element] };

test("plans unknown values for unconfigured computed attributes on create, including nested ones", () => {
  const config = { ...whole, name: "n", one: { ...element, name: "m" } };
  expect(planByDefault(schema, { prior: null, proposed: config, config })).toEqual({
    id: unknown,
    name: "n",
    secret: "s",
    one: { id: unknown, name: "m", secret: "s" },
    many: [{ id: unknown, name: unknown, secret: "s" }],
    some: [element], // set elements cannot be matched with the configured ones
    keyed: { k: { id: unknown, name: unknown, secret: "s" } },
    block: [{ id: unknown, name: unknown, secret: "s" }],
  });
});

test("keeps all values known if nothing changes", () => {
  const prior = { id: "1", name: "n", secret: null, one: null, many: null, some: null, keyed: null, block: [] };
  const config = { ...prior, id: null, name: null };
  expect(planByDefault(schema, { prior, proposed: { ...prior }, config })).toBe(prior);
  const changed = { ...prior, one: { id: null, name: "x", secret: null } };
  expect(planByDefault(schema, { prior, proposed: changed, config: { ...config, one: changed.one } })).toMatchObject({
    id: unknown,
    name: unknown,
    one: { id: unknown, name: "x" },
  });
});

test("removes write-only values at every level", () => {
  expect(JSON.stringify(withoutWriteOnly(schema, whole))).not.toContain('"s"');
});

test("removes attributes that only the provider sets from a generated configuration", () => {
  const state = { ...whole, id: "1", one: { id: "2", name: "n", secret: null } };
  expect(configByDefault(schema, state)).toMatchObject({ id: null, one: { id: null, name: "n" } });
});
