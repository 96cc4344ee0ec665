/** The pages of resources, data sources, ephemeral resources and functions. */
import { type Domain, definitionNamed, isManaged, type ResourceDefinition, snakeCase } from "../../../src/model";
import { noun, nounWithArticle, parentAttribute, pluralTypeName, typeName } from "../../../src/provider/names";
import type {
  DataSource,
  EphemeralResource,
  FunctionParameter,
  IdentitySchema,
  ListResource,
  ManagedResource,
  ProviderFunction,
  Type,
} from "../../../src/provider/plugin";
import { code, hcl, page, prose } from "./markdown";
import { noNotes, notesOf } from "./notes";
import { schemaSection, typeText } from "./schema-section";

const subcategories: Readonly<Record<Domain, string>> = {
  iam: "Access",
  registry: "Registry",
  vulnerabilities: "Vulnerabilities",
};

/** Pages without a definition are about access: capabilities and tokens. */
export const subcategoryOf = (definition: ResourceDefinition | undefined): string =>
  subcategories[definition?.domain ?? "iam"];

/** Shows the same resource in the other tools; there is a Pulumi program for every resource. */
const otherTools = ({ name }: ResourceDefinition, page: string, program: string): string =>
  `In CDKTF, the construct is ${code(name)}, with attributes in camel case and constructs instead of the uids of parents: see
[Defining access in CDKTF](../guides/cdktf.md). In Pulumi, it is [${code(name)}](../${page}.md):

\`\`\`ts
${program.trim()}
\`\`\``;

const exampleUsage = (example: string): string => `## Example Usage\n\n${hcl(example)}`;

export function resourcePage(
  name: string,
  { schema, identity }: ManagedResource,
  definition: ResourceDefinition | undefined,
  listed: ListResource | undefined,
  example: string,
  pulumiProgram: (page: string) => string | undefined,
): string {
  const pulumiPage = `pulumi/${name.replace("platform_", "").replaceAll("_", "-")}`;
  const program = pulumiProgram(pulumiPage);
  const description = schema.description ?? "";
  const label = new RegExp(`resource "${name}" "([^"]+)"`).exec(example)?.[1] ?? "example";
  return page(
    { title: `${name} Resource - platform`, subcategory: subcategoryOf(definition), description },
    `# ${name} (Resource)`,
    prose(description),
    exampleUsage(example),
    definition && program !== undefined ? otherTools(definition, pulumiPage, program) : undefined,
    schemaSection(schema, definition ? notesOf(definition) : noNotes),
    definition && dataSourceNote(definition),
    definition && importSection(definition, identity, `${name}.${label}`),
    definition && listed && listSection(definition, listed),
  );
}

/** Refers to the data source for the attributes that the resource omits; undefined if it omits none. */
function dataSourceNote(definition: ResourceDefinition): string | undefined {
  const name = typeName(definition);
  const left = Object.keys(definition.fields).filter((field) => !isManaged(definition.fields[field]!));
  if (left.length === 0) return undefined;
  const [last, ...others] = left.map((field) => code(snakeCase(field))).reverse();
  const listed = others.length > 0 ? `${others.reverse().join(", ")} and ${last}` : last;
  return `The data source [${code(name)}](../data-sources/${name.replace("platform_", "")}.md) also has ${listed}.`;
}

function importSection(definition: ResourceDefinition, identity: IdentitySchema | undefined, to: string): string {
  const uid = `<uid of the ${noun(definition)}>`;
  const path = pathTo(definition);
  const block = (how: string) => hcl(`import {\n  to = ${to}\n${how}\n}`);
  const keys = Object.keys(identity?.attributes ?? {}).map((key) => `    ${key} = "${uid}"\n`);
  return [
    "## Import",
    `Import ${nounWithArticle(definition)} by its uid. In Terraform 1.5 and later, and in OpenTofu, use an ${code("import")} block:`,
    block(`  id = "${uid}"`),
    ...(path ? ["Or import it by its path of names, starting with the organization:", block(`  id = "${path}"`)] : []),
    ...(identity
      ? [
          "Or, in Terraform 1.12 and later and OpenTofu 1.12 and later, by identity:",
          block(`  identity = {\n${keys.join("")}  }`),
        ]
      : []),
    "On the command line:",
    `\`\`\`shell\nterraform import ${to} "${uid}"\n\`\`\``,
  ].join("\n\n");
}

/** Returns an example path of names to a resource; undefined for types without names. */
function pathTo(definition: ResourceDefinition): string | undefined {
  if (definition.name === "Group") return "acme/payments";
  const parent = definition.parent.rootOnly ? "acme" : pathTo(definitionNamed(definition.parent.type)!);
  if (definition.uid === "parent") return parent;
  return Object.hasOwn(definition.fields, "name") ? `${parent}/<name of the ${noun(definition)}>` : undefined;
}

function listSection(definition: ResourceDefinition, { schema }: ListResource): string {
  const name = typeName(definition);
  const [scope = ""] = Object.keys(schema.attributes);
  return [
    "## List",
    `In Terraform 1.14 and later, ${code("terraform query")} lists importable resources. In a ${code(".tfquery.hcl")} file, ${code("config")} accepts the arguments of the ` +
      `data source [${code(pluralTypeName(definition))}](../data-sources/${pluralTypeName(definition).replace("platform_", "")}.md):`,
    hcl(`list "${name}" "all" {\n  provider = platform\n  config {\n    ${scope} = "<uid of a group>"\n  }\n}`),
  ].join("\n\n");
}

export function dataSourcePage(
  name: string,
  { schema }: DataSource,
  definition: ResourceDefinition | undefined,
  example: string,
): string {
  const description = schema.description ?? "";
  return page(
    { title: `${name} Data Source - platform`, subcategory: subcategoryOf(definition), description },
    `# ${name} (Data Source)`,
    prose(description),
    definition && schema.attributes.name?.optional && schema.attributes.uid ? howToLookUp(definition) : undefined,
    exampleUsage(example),
    schemaSection(schema, noNotes),
  );
}

function howToLookUp(definition: ResourceDefinition): string {
  const top = definition.parent.optional
    ? ` A name alone finds ${definition.name === "Role" ? "built-in roles" : "root groups"}.`
    : "";
  return (
    `Set ${code("uid")}, or ${code("name")} with a scope: the parent (${code(parentAttribute(definition))}), or any group above (` +
    `${code("descendants_of")}).${top} The lookup fails if no resource or several resources match.`
  );
}

export function ephemeralPage(name: string, { schema }: EphemeralResource, example: string): string {
  const description = schema.description ?? "";
  return page(
    { title: `${name} Ephemeral Resource - platform`, subcategory: subcategoryOf(undefined), description },
    `# ${name} (Ephemeral Resource)`,
    prose(description),
    "It exists only while a command runs and is not stored in plans or states. Requires Terraform 1.10 or OpenTofu 1.11.",
    exampleUsage(example),
    schemaSection(schema, noNotes),
  );
}

export function functionPage(name: string, called: ProviderFunction, example: string): string {
  const { parameters, variadic, returns } = called;
  const description = called.description ?? called.summary ?? "";
  const written = (type: Type) => (typeof type === "string" ? type : typeText(type).toLowerCase());
  const argument = ({ name: parameter, type }: FunctionParameter) => `${parameter} ${written(type)}`;
  const signature = [...parameters.map(argument), ...(variadic ? [`${argument(variadic)}...`] : [])].join(", ");
  const explained = [...parameters, ...(variadic ? [variadic] : [])].map(
    ({ name: parameter, type, description: text = "", allowNull }, index) =>
      `${index + 1}. ${code(parameter)} (${[typeText(type), ...(allowNull ? ["Nullable"] : [])].join(", ")}) ${prose(text)}`,
  );
  return page(
    { title: `${name} function - platform`, subcategory: "", description: called.summary ?? description },
    `# function: ${name}`,
    prose(description),
    "Requires Terraform 1.8 or OpenTofu 1.7.",
    exampleUsage(example),
    `## Signature\n\n\`\`\`text\n${name}(${signature}) ${written(returns)}\n\`\`\``,
    `## Arguments\n\n${explained.join("\n")}`,
  );
}
