import path from "node:path";
import { camelCase } from "../../src/model";
import type { Attribute, Type } from "../../src/provider/plugin";
import { createProvider } from "../../src/provider/provider";

/**
 * The rules that Pulumi's Terraform bridge has for a provider and its schema. It derives the package's name from the
 * program's, and the names of properties from those of attributes.
 */

const manifest = require("../../package.json") as { readonly bin: Readonly<Record<string, string>> };
const { schema, resources, dataSources } = createProvider({});
const blocks = Object.entries({ ...resources, ...dataSources }).map(
  ([name, { schema: block }]) => [name, block.attributes] as const,
);
type Attributes = Readonly<Record<string, Attribute>>;

/** Returns every level of attributes, by path. */
const levelsOf = (name: string, attributes: Attributes): (readonly [name: string, attributes: Attributes])[] => [
  [name, attributes],
  ...Object.entries(attributes).flatMap(([each, { nested }]) =>
    nested ? levelsOf(`${name}.${each}`, nested.attributes) : [],
  ),
];
const levels = [["provider", schema.attributes] as const, ...blocks].flatMap(([name, each]) => levelsOf(name, each));

/** The bridge writes names in camelCase, and those of collections in the plural. */
const propertyName = (name: string, { type, nested }: Attribute): string => {
  const isCollection = nested ? nested.nesting !== "single" : Array.isArray(type) && type[0] !== "map";
  return camelCase(isCollection && !name.endsWith("s") ? `${name}s` : name);
};

/** A type is a name, or an array of names that may nest. */
const isDynamic = (type: Type | undefined): boolean => JSON.stringify(type ?? "").includes('"dynamic"');

it("has a program whose name is that of a package, without a version", () => {
  const program = Object.entries(manifest.bin).find(([name]) => name.startsWith("terraform-provider-"))!;
  expect(program[0]).toBe("terraform-provider-platform");
  expect(path.basename(program[1])).toMatch(/^terraform-provider-[a-z][a-z0-9-]*$/);
});

it("has a computed text as the id of each resource", () => {
  for (const [name, { schema: block }] of Object.entries(resources)) {
    expect([name, block.attributes.id]).toEqual([name, expect.objectContaining({ type: "string", computed: true })]);
    expect(block.attributes.id).not.toHaveProperty("optional");
  }
});

it("uses no name that Pulumi reserves", () => {
  const reserved = levels.flatMap(([name, attributes]) =>
    Object.keys(attributes)
      .filter((each) => ["urn", "pulumi", "version", "plugin_download_url"].includes(each) || each.startsWith("__"))
      .map((each) => `${name}.${each}`),
  );
  expect(reserved).toEqual([]);
  expect(resources).not.toHaveProperty("platform_provider");
});

it("has no attributes of a dynamic type", () => {
  const dynamic = levels.flatMap(([name, attributes]) =>
    Object.entries(attributes).flatMap(([each, { type }]) => (isDynamic(type) ? [`${name}.${each}`] : [])),
  );
  expect(dynamic).toEqual([]);
});

it("has distinct names of properties on each level", () => {
  for (const [name, attributes] of levels) {
    const names = Object.entries(attributes).map(([each, attribute]) => propertyName(each, attribute));
    expect([name, names.filter((each, index) => names.indexOf(each) !== index)]).toEqual([name, []]);
  }
});
