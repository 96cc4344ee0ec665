import type { Block } from "../../../src/provider/plugin/schema";
import { configByDefault, planByDefault, withoutWriteOnly } from "../../../src/provider/plugin/schema-walk";
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

test("A creation leaves what is computed and not configured unknown, inside of nested attributes and blocks too", () => {
  const config = { ...whole, name: "n", one: { ...element, name: "m" } };
  expect(planByDefault(schema, { prior: null, proposed: config, config })).toEqual({
    id: unknown,
    name: "n",
    secret: "s",
    one: { id: unknown, name: "m", secret: "s" },
    many: [{ id: unknown, name: unknown, secret: "s" }],
    some: [element], // which of the configured elements is which cannot be told
    keyed: { k: { id: unknown, name: unknown, secret: "s" } },
    block: [{ id: unknown, name: unknown, secret: "s" }],
  });
});

test("Nothing becomes unknown when nothing changes", () => {
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

test("A state has no write-only values anywhere", () => {
  expect(JSON.stringify(withoutWriteOnly(schema, whole))).not.toContain('"s"');
});

test("A generated configuration has no attribute that only the provider sets", () => {
  const state = { ...whole, id: "1", one: { id: "2", name: "n", secret: null } };
  expect(configByDefault(schema, state)).toMatchObject({ id: null, one: { id: null, name: "n" } });
});
