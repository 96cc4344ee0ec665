/** Generates the reference pages of Pulumi's resources and lookups, in the format of the other reference pages. */
import { accessView } from "../../../constructs/pulumi/queries";
import { capabilities, clientDefinitions, compositeDefinitions, humanize, nameWithArticle } from "../../../src/model";
import { code, page, prose } from "../reference/markdown";
import { accessInterfaces } from "./access";
import { type Interface, type Member, nouns, plural, type Shape, shapeOf, viewInterface } from "./shape";
import { fileName, providerMembers } from "./types";

const SUBCATEGORY = "Pulumi";

/**
 * Returns the pages by path below docs. `examples` returns the program in `examples/pulumi` of a name.
 * @throws Error listing every missing program.
 */
export function pulumiPages(examples: (name: string) => string | undefined): Record<string, string> {
  const shapes = [...clientDefinitions, ...compositeDefinitions].map(shapeOf);
  const names = [...shapes.map(({ definition }) => fileName(definition.name)), "access", "provider"];
  const missing = names.filter((name) => examples(name) === undefined);
  if (missing.length > 0)
    throw new Error(`there is no example: write ${missing.map((name) => `examples/pulumi/${name}.ts`).join(", ")}`);
  const example = (name: string) => `## Example Usage\n\n\`\`\`ts\n${examples(name)!.trim()}\n\`\`\``;
  const pages = shapes.map((shape) => {
    const name = fileName(shape.definition.name);
    return [
      `pulumi/${name}.md`,
      shape.inputs ? resourcePage(shape, shape.inputs, example(name)) : lookupPage(shape, example(name)),
    ];
  });
  return {
    ...Object.fromEntries(pages),
    "pulumi/access.md": accessPage(example("access")),
    "pulumi/provider.md": providerPage(example("provider")),
  };
}

function resourcePage(shape: Shape, inputs: Interface, example: string): string {
  const { definition, parent, adoption, nestedInputs, nestedValues, outputs } = shape;
  const { name, description } = definition;
  const title = `${name} - Pulumi`;
  const isComposite = compositeDefinitions.includes(definition);
  const required = inputs.members.filter(({ optional }) => !optional);
  const optional = inputs.members.filter((member) => member.optional);
  return page(
    { title, subcategory: SUBCATEGORY, description },
    `# ${name} (Pulumi)`,
    prose(description),
    example,
    "## Arguments",
    `### Required\n\n${list([parent, ...required])}`,
    optional.length > 0 ? `### Optional\n\n${list(optional)}` : undefined,
    isComposite
      ? `### Adoption\n\n${list(adoption)}`
      : `### Adoption\n\nTo manage ${nameWithArticle(name)} that exists, set ${code("importUid")}; ${code(parent.name)} is then optional.\n\n${list(adoption)}`,
    ...rulesOf(inputs.doc),
    ...nestedInputs.map(nestedPart),
    `## Outputs\n\n${list(outputs.members.map((member) => ({ ...member, optional: false })))}`,
    ...nestedValues.filter(({ name: each }) => isUsed(each, outputs, nestedValues)).map(nestedPart),
    ...(isComposite ? [] : lookupParts(shape)),
  );
}

function lookupPage(shape: Shape, example: string): string {
  const { name, description } = shape.definition;
  return page(
    { title: `${name} - Pulumi`, subcategory: SUBCATEGORY, description },
    `# ${name} (Pulumi)`,
    prose(description),
    example,
    ...lookupParts(shape),
  );
}

/** The two lookups of a type, and what they return. */
function lookupParts({ definition, selectors, list: listed, result, nestedValues, outputs, inputs }: Shape): string[] {
  const { name } = definition;
  const shown = (each: string) => inputs !== undefined && isUsed(each, outputs, nestedValues);
  return [
    "## Lookups",
    `### get${name}\n\nReturns a promise of one ${humanize(name)}; ${code(`get${name}Output`)} accepts outputs and returns an output. Select it in one of these ways:`,
    ...selectors.map(({ doc, members }) => `${doc}\n\n${list(members)}`),
    `### get${plural(definition)}\n\nReturns a promise of an array of ${nouns(definition)}; ${code(`get${plural(definition)}Output`)} accepts outputs and returns an output. ${rulesOf(listed.doc).join(" ")}`.trim(),
    list(listed.members),
    `### Result\n\n${list(result.members.map((member) => ({ ...member, optional: false })))}`,
    ...nestedValues.filter(({ name: each }) => !shown(each)).map(nestedPart),
  ];
}

function accessPage(example: string): string {
  const { result, nested } = accessInterfaces();
  return page(
    { title: "getAccess - Pulumi", subcategory: SUBCATEGORY, description: result.doc },
    "# getAccess (Pulumi)",
    `${prose(result.doc)} ${code("getAccessOutput")} accepts outputs and returns an output.`,
    example,
    `## Arguments\n\n${list(viewInterface("", "", accessView).members)}`,
    `## Result\n\n${list(result.members.map((member) => ({ ...member, optional: false })))}`,
    ...nested.map(nestedPart),
  );
}

function providerPage(example: string): string {
  const description = "The connection to one platform, for programs that use several.";
  return page(
    { title: "Provider - Pulumi", subcategory: SUBCATEGORY, description },
    "# Provider (Pulumi)",
    `${description} Pass it in the option ${code("provider")} of resources, components and lookups. See [Several platforms](../guides/pulumi.md#several-platforms).`,
    example,
    `## Arguments\n\n${list(providerMembers)}`,
  );
}

/** Reports whether the members of an interface refer to a nested one, directly or not. */
function isUsed(name: string, { members }: Interface, nested: readonly Interface[]): boolean {
  return members.some((member) => {
    if (member.nested === name) return true;
    const inner = nested.find((each) => each.name === member.nested);
    return inner !== undefined && isUsed(name, inner, nested);
  });
}

const nestedPart = ({ name, doc, members }: Interface): string => `### ${name}\n\n${prose(doc)}\n\n${list(members)}`;

/** The rules across the members of an interface, which its doc ends with. */
const rulesOf = (doc: string): string[] => doc.split(/(?<=\.) (?=Exactly|At (?:most|least) one)/).slice(1);

const list = (members: readonly Member[]): string => members.map(memberLine).join("\n");

function memberLine({ name, type, optional, doc, nested }: Member): string {
  const shown = nested ? type.replace(nested, `[${nested}](#${nested.toLowerCase()})`) : code(simple(type));
  return `- ${code(name)} (${simple(shown)}${optional ? ", optional" : ""}) ${prose(doc)}${type.includes("Capability") ? ` One of the [${capabilities.length} capabilities](../capabilities.md).` : ""}`;
}

/** A type as a reader needs it: any value may be an output, and a uid is a string. */
const simple = (type: string): string =>
  type
    .replaceAll(/pulumi\.Input<([^<>]+)>/g, "$1")
    .replaceAll(/Uid<"(\w+)">/g, "Uid<$1>")
    .replaceAll("readonly ", "");
