/** The provider's schema as `terraform providers schema -json` would write it, without running Terraform. */
import { load } from "./load.mjs";

export const SOURCE = "registry.terraform.io/platform-iac/platform";

export async function providerSchemaJson() {
  const { providerSchemas } = await load(process.env.SCHEMA_SHIM ?? "src/provider/schema.ts");
  const { provider, resources, dataSources } = providerSchemas();
  return {
    format_version: "1.0",
    provider_schemas: {
      [SOURCE]: {
        provider: schema(provider),
        resource_schemas: each(resources, schema),
        data_source_schemas: each(dataSources, schema),
      },
    },
  };
}

const schema = ({ version = 0, ...block }) => ({ version, block: blockJson(block) });

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
