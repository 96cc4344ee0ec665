/** Returns the provider's schema in the format of `terraform providers schema -json`, without running Terraform. */
import { load } from "./load.mjs";

const { providerSource } = await load("src/provider/install.ts");

export { providerSource };

export async function providerSchemaJson() {
  const { createProvider } = await load("src/provider/provider.ts");
  const provider = createProvider();
  return {
    format_version: "1.0",
    provider_schemas: {
      [providerSource]: {
        provider: schemaJson(provider),
        resource_schemas: each(provider.resources, schemaJson),
        data_source_schemas: each(provider.dataSources, schemaJson),
      },
    },
  };
}

const schemaJson = ({ schema: { version = 0, ...block } }) => ({ version, block: blockJson(block) });

const blockJson = ({ attributes, blocks = {}, ...described }) => ({
  attributes: each(attributes, attributeJson),
  block_types: each(blocks, ({ nesting, block, minItems, maxItems }) => ({
    nesting_mode: nesting,
    block: blockJson(block),
    min_items: minItems,
    max_items: maxItems,
  })),
  description: described.description,
});

const attributeJson = ({ type, nested, description, required, optional, computed, sensitive }) => ({
  ...(nested
    ? { nested_type: { nesting_mode: nested.nesting, attributes: each(nested.attributes, attributeJson) } }
    : { type }),
  description,
  required,
  optional,
  computed,
  sensitive,
});

const each = (record, convert) =>
  Object.fromEntries(
    Object.entries(record)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, convert(value)]),
  );
