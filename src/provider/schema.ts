import { settings } from "../client";
import { type Field, type Fields, type Filter, isInput, isManaged, type ResourceDefinition, snakeCase } from "../model";
import { isWriteOnly } from "./members";
import { noun, nouns, parentAttribute, topLevelNoun, versionAttribute } from "./names";
import { type Attribute, type Block, list, map, set, type Type } from "./plugin";
import { timeoutsAttribute } from "./timeouts";
import { isReturned } from "./values";

/**
 * Terraform schemas derived from the model. Names are in snake_case, objects are nested attributes. A managed resource
 * has the fields that `isManaged` selects; a data source has everything that the service returns.
 */

/** Returns the schema of the provider block: all settings, each optional, since it may come from the environment. */
export const providerSchema = (): Block => ({
  description: "Access as code for the platform. Each setting can also come from its environment variable.",
  attributes: Object.fromEntries(
    Object.entries(settings).map(([name, { kind, env, sensitive, description }]) => [
      name,
      {
        type: kind === "boolean" ? "bool" : "string",
        optional: true,
        sensitive,
        description: `${description} Environment variable: ${env}.`,
      } satisfies Attribute,
    ]),
  ),
});

export function resourceSchema(definition: ResourceDefinition): Block {
  const { parent } = definition;
  const described = `The uid of the parent ${parent.type.toLowerCase()}. Changing it creates a new ${noun(definition)}.`;
  return {
    description: definition.description,
    attributes: {
      id: idAttribute,
      [parentAttribute(definition)]: {
        type: "string",
        ...(parent.optional ? { optional: true } : { required: true }),
        description: parent.optional
          ? `${described} Omit it only for an imported ${topLevelNoun(definition)}.`
          : described,
      },
      ...attributesOf(definition.fields, isManaged, managedAttribute),
      timeouts: timeoutsAttribute,
    },
  };
}

/** Returns the schema of the data source that looks up one resource by uid or by name. */
export function lookupSchema(definition: ResourceDefinition): Block {
  const named = Object.hasOwn(definition.fields, "name");
  const returned = responseAttributes(definition);
  const selector = (name: string): Attribute => ({ ...returned[name]!, optional: true });
  return {
    description: `Looks up one ${noun(definition)}. ${definition.description}`,
    attributes: {
      ...returned,
      ...(named
        ? {
            uid: selector("uid"),
            name: selector("name"),
            [parentAttribute(definition)]: selector(parentAttribute(definition)),
            descendants_of: {
              type: "string",
              optional: true,
              description: "The uid of a group; the name is looked up anywhere below it.",
            },
            ...Object.fromEntries(
              Object.entries(definition.lookup?.parameters ?? {}).map(([name, description]): [string, Attribute] => [
                name,
                { type: "string", optional: true, description },
              ]),
            ),
          }
        : { uid: { ...returned.uid!, computed: false, required: true } as Attribute }),
    },
  };
}

/** Returns the schema of the data source that lists resources by scope and filters. */
export function listSchema(definition: ResourceDefinition): Block {
  const { description, attributes } = listParameters(definition);
  return {
    description,
    attributes: {
      ...attributes,
      [snakeCase(definition.plural)]: {
        computed: true,
        description: `The matching ${nouns(definition)}.`,
        nested: { nesting: "list", attributes: responseAttributes(definition) },
      },
    },
  };
}

/** Returns the scope and filter arguments of a list, including deprecated names. */
export function listParameters(definition: ResourceDefinition): Block {
  const uid = (description: string): Attribute => ({ type: "string", optional: true, description });
  const parent = definition.parent.type.toLowerCase();
  const filters = Object.entries(definition.filters);
  const attributes: Record<string, Attribute> = {
    descendants_of: uid("The uid of a group; lists resources anywhere below it."),
    [parentAttribute(definition)]: uid(`The uid of a ${parent}; lists resources directly in it.`),
    ...Object.fromEntries(
      filters.map(([name, filter]) => [snakeCase(filter.argument ?? name), filterAttribute(filter)]),
    ),
  };
  const renamed = Object.entries(deprecatedArguments(definition)).map(([earlier, name]) => [
    earlier,
    { ...attributes[name]!, deprecated: `Use ${name} instead.`, description: `Deprecated name of ${name}.` },
  ]);
  return {
    description: `Lists ${nouns(definition)}, ordered by uid. ${definition.description}`,
    attributes: { ...attributes, ...Object.fromEntries(renamed) },
  };
}

/**
 * Returns the deprecated argument names of a list, which are the API's, mapped to the current ones. They will be
 * removed in the next version.
 */
export const deprecatedArguments = (definition: ResourceDefinition): Readonly<Record<string, string>> => ({
  children_of: parentAttribute(definition),
  ...Object.fromEntries(
    Object.entries(definition.filters).flatMap(([name, { argument }]) =>
      argument ? [[snakeCase(name), snakeCase(argument)]] : [],
    ),
  ),
});

const idAttribute: Attribute = { type: "string", computed: true, description: "The uid." };

/** Returns all attributes that the service returns for a resource. */
function responseAttributes(definition: ResourceDefinition): Record<string, Attribute> {
  return {
    id: idAttribute,
    [parentAttribute(definition)]: {
      type: "string",
      computed: true,
      description: `The uid of the parent ${definition.parent.type.toLowerCase()}.`,
    },
    ...attributesOf(definition.fields, isReturned, (field) => attribute(field, { computed: true }, isReturned)),
  };
}

function managedAttribute(field: Field): Attribute {
  const configurability = isInput(field) ? configurabilityOf(field) : { computed: true };
  const inner = isInput(field) ? managedAttribute : undefined;
  return attribute(field, { ...configurability, ...(isWriteOnly(field) ? { writeOnly: true } : {}) }, isManaged, inner);
}

/** Engines accept a planned value for an unset attribute only if it is computed. */
const configurabilityOf = ({ required, hasServiceDefault, unsetMeans }: Field): Configurability =>
  required ? { required: true } : { optional: true, ...(hasServiceDefault || unsetMeans ? { computed: true } : {}) };

type Configurability = Pick<Attribute, "required" | "optional" | "computed" | "writeOnly">;

function attribute(
  field: Field,
  configurability: Configurability,
  keep: (field: Field) => boolean,
  inner: (field: Field) => Attribute = (each) => attribute(each, configurability, keep),
): Attribute {
  const traits = {
    ...configurability,
    description: describe(field, configurability),
    ...(field.sensitive ? { sensitive: true } : {}),
  };
  const nesting = nestingOf(field);
  if (nesting === undefined) return { ...traits, type: typeOf(field) };
  const members = field.members ?? field.element?.members ?? {};
  return { ...traits, nested: { nesting, attributes: attributesOf(members, keep, inner) } };
}

function nestingOf(field: Field): "single" | "list" | "set" | "map" | undefined {
  if (field.kind === "object") return "single";
  if (field.element?.kind !== "object") return undefined;
  return field.kind as "list" | "set" | "map";
}

/** Returns the type of a field that has no nested attributes. */
function typeOf(field: Field): Type {
  switch (field.kind) {
    case "boolean":
      return "bool";
    case "int32":
    case "int64":
      return "number";
    case "set":
      return set(typeOf(field.element!));
    case "list":
      return list(typeOf(field.element!));
    case "map":
      return map(typeOf(field.element!));
    default:
      return "string";
  }
}

function filterAttribute({ kind, description, values }: Filter): Attribute {
  const type: Type = kind === "boolean" ? "bool" : kind === "strings" || kind === "enums" ? list("string") : "string";
  return { type, optional: true, description: withValues(description, values) };
}

/** Lists the allowed values of enums in their descriptions; capabilities are too many to repeat for every role. */
function describe(field: Field, { optional }: Configurability): string {
  const described = withValues(field.description, field.kind === "enum" ? field.values?.slice(1) : undefined);
  return optional && field.hasServiceDefault ? `${described} ${removalNote(field)}` : described;
}

/**
 * For fields whose default the service chooses. A warning on removal is not possible: configured and service-chosen
 * values cannot be told apart. Engines store no private data for an empty plan, so the warning would repeat on every
 * plan.
 */
const removalNote = (field: Field): string =>
  `Removing it from the configuration keeps its value; set it to ${emptyLiteral(field)} to clear it.`;

/** Returns the empty value of a field in configuration syntax. */
export const emptyLiteral = ({ zero }: Field): string => JSON.stringify(zero ?? "");

const withValues = (description: string, values: readonly string[] | undefined): string =>
  values ? `${description} One of ${values.join(", ")}.` : description;

function attributesOf(members: Fields, keep: (field: Field) => boolean, make: (field: Field) => Attribute) {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, field]) => keep(field))
      .flatMap(([name, field]) => {
        const attribute = snakeCase(name);
        const entry = [attribute, make(field)] as const;
        return isWriteOnly(field) ? [entry, [versionAttribute(attribute), versionOf(attribute)] as const] : [entry];
      }),
  );
}

const versionOf = (attribute: string): Attribute => ({
  type: "string",
  optional: true,
  description:
    `Any string. ${attribute} is write-only; change ${versionAttribute(attribute)} to send a new value. If it is changed or ` +
    `removed while ${attribute} is not set, the stored value is removed.`,
});
