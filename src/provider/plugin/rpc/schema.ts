/** Encodes schemas and the response to GetProviderSchema. */

import type { MessageInit } from "../protocol/messages";
import { codec } from "../protocol/services";
import type { Provider, ProviderFunction } from "../provider";
import type { Attribute, Block, FunctionParameter, IdentitySchema, NestedBlock } from "../schema";
import type { Type } from "../values/cty";

/** Encodes the response to GetProviderSchema; a build may store it for {@link ServeOptions.schemaBytes}. */
export function encodeProviderSchema(provider: Provider): Uint8Array {
  return codec.encode("GetProviderSchema.Response", {
    provider: schemaToWire(provider.schema),
    providerMeta: provider.metaSchema && schemaToWire(provider.metaSchema),
    resourceSchemas: schemas(provider.resources),
    dataSourceSchemas: schemas(provider.dataSources),
    ephemeralResourceSchemas: schemas(provider.ephemeralResources),
    listResourceSchemas: schemas(provider.listResources),
    functions: functionsToWire(provider.functions),
    actionSchemas: new Map([...schemas(provider.actions)].map(([name, schema]) => [name, { schema }] as const)),
    serverCapabilities: serverCapabilities(provider),
  });
}

function serverCapabilities(provider: Provider): MessageInit<"ServerCapabilities"> {
  return {
    getProviderSchemaOptional: true,
    moveResourceState: true,
    generateResourceConfig: Object.values(provider.resources).some((resource) => resource.generateConfig),
  };
}

export function functionsToWire(functions: Provider["functions"] = {}): ReadonlyMap<string, MessageInit<"Function">> {
  return new Map(Object.entries(functions).map(([name, definition]) => [name, functionToWire(definition)]));
}

export function identitySchemaToWire(schema: IdentitySchema): MessageInit<"ResourceIdentitySchema"> {
  return {
    version: schema.version,
    identityAttributes: Object.entries(schema.attributes).map(([name, attribute]) => ({
      ...attribute,
      name,
      type: typeToWire(attribute.type),
    })),
  };
}

function schemas(
  definitions: Readonly<Record<string, { readonly schema: Block }>> = {},
): ReadonlyMap<string, MessageInit<"Schema">> {
  return new Map(Object.entries(definitions).map(([name, { schema }]) => [name, schemaToWire(schema)]));
}

function schemaToWire(block: Block): MessageInit<"Schema"> {
  return { version: block.version, block: blockToWire(block) };
}

function blockToWire(block: Block): MessageInit<"Schema.Block"> {
  return {
    version: block.version,
    attributes: attributesToWire(block.attributes),
    blockTypes: Object.entries(block.blocks ?? {}).map(([typeName, nested]) => ({
      typeName,
      block: blockToWire(nested.block),
      nesting: nestingModes[nested.nesting],
      minItems: nested.minItems,
      maxItems: nested.maxItems,
    })),
    ...described(block),
  };
}

function attributesToWire(attributes: Readonly<Record<string, Attribute>>): MessageInit<"Schema.Attribute">[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    type: attribute.type && typeToWire(attribute.type),
    nestedType: attribute.nested && {
      attributes: attributesToWire(attribute.nested.attributes),
      nesting: nestingModes[attribute.nested.nesting],
    },
    required: attribute.required,
    optional: attribute.optional,
    computed: attribute.computed,
    sensitive: attribute.sensitive,
    writeOnly: attribute.writeOnly,
    ...described(attribute),
  }));
}

function functionToWire(definition: ProviderFunction): MessageInit<"Function"> {
  return {
    summary: definition.summary,
    description: definition.description,
    deprecationMessage: definition.deprecated,
    parameters: definition.parameters.map(parameterToWire),
    variadicParameter: definition.variadic && parameterToWire(definition.variadic),
    return: { type: typeToWire(definition.returns) },
  };
}

function parameterToWire(parameter: FunctionParameter): MessageInit<"Function.Parameter"> {
  return {
    name: parameter.name,
    type: typeToWire(parameter.type),
    allowNullValue: parameter.allowNull,
    allowUnknownValues: parameter.allowUnknown,
    description: parameter.description,
  };
}

function described({ description, descriptionKind, deprecated }: Attribute | Block) {
  return {
    description,
    descriptionKind: descriptionKind === "markdown" ? 1 : 0,
    deprecated: Boolean(deprecated),
    deprecationMessage: typeof deprecated === "string" ? deprecated : undefined,
  };
}

const nestingModes: Readonly<Record<NestedBlock["nesting"], number>> = { single: 1, list: 2, set: 3, map: 4, group: 5 };

function typeToWire(type: Type): Uint8Array {
  return Buffer.from(JSON.stringify(type), "utf8");
}
