/** Generates the typed, documented arguments, outputs and lookups of Pulumi programs. */

import { rolePropertyName } from "../../../constructs/pulumi/property-names";
import { providerSettings } from "../../../constructs/pulumi/provider-settings";
import { accessView } from "../../../constructs/pulumi/queries";
import { builtInRoles, clientRegistry, compositeDefinitions, humanize, nameWithArticle } from "../../../src/model";
import { accessInterfaces } from "./access";
import { presetDeclarations } from "./presets";
import { type Interface, type Member, nouns, plural, type Shape, shapeOf, viewInterface } from "./shape";

const HEADER = "// Generated from src/model by `npm run generate`.\n";

/** Returns the files of constructs/pulumi/generated. */
export function pulumiTypes(): Record<string, string> {
  const shapes = Object.entries(clientRegistry).map(([key, definition]) => ({ key, shape: shapeOf(definition) }));
  const composites = compositeDefinitions.map(shapeOf);
  const files = Object.fromEntries([
    ...shapes.map(({ shape }) => [`${fileName(shape.definition.name)}.ts`, typeFile(shape)]),
    ...composites.map((shape) => [`${fileName(shape.definition.name)}.ts`, compositeFile(shape)]),
  ]);
  const names = [
    ...Object.keys(files).map((file) => file.replace(".ts", "")),
    "access",
    "built-in-roles",
    "provider-args",
    "lookups",
  ];
  return {
    ...files,
    "access.ts": accessFile(),
    "built-in-roles.ts": builtInRolesFile(),
    "provider-args.ts": providerFile(),
    "lookups.ts": lookupsFile(shapes),
    "presets.ts": presetsFile(),
    "index.ts": `${HEADER}${names
      .sort()
      .map((name) => `export * from "./${name}";\n`)
      .join("")}`,
  };
}

/** Returns the name of a type's file or page: `role-binding`. */
export const fileName = (type: string): string => humanize(type).replaceAll(" ", "-");

function typeFile({ definition, ...shape }: Shape): string {
  const { name } = definition;
  const noun = nameWithArticle(name);
  const { inputs, parent, adoption } = shape;
  const optionalParent = { ...parent, optional: true };
  const [importUid, adopt] = adoption;
  const body = [
    ...shape.nestedInputs.map((each) => interfaceText(each, asInput)),
    ...shape.nestedValues.map((each) => interfaceText(each, asValue)),
    ...(inputs && importUid && adopt
      ? [
          interfaceText(inputs, asInput),
          interfaceText(
            { name: `${name}CreateArgs`, doc: `Creates ${noun}, or adopts one.`, members: [parent, importUid, adopt] },
            asInput,
            inputs.name,
          ),
          interfaceText(
            {
              name: `${name}AdoptArgs`,
              doc: `Adopts ${noun} that exists, whatever its parent.`,
              members: [optionalParent, { ...importUid, optional: false }, adopt],
            },
            asInput,
            inputs.name,
          ),
          `/** The arguments of ${noun}: its inputs, and the parent in which it is created or the uid of the one to adopt. */\nexport type ${name}Args = ${name}CreateArgs | ${name}AdoptArgs;\n`,
          interfaceText(shape.outputs, asOutput),
        ]
      : []),
    interfaceText(shape.result, asValue),
    ...shape.selectors.map((each) => interfaceText(each, asValue)),
    lookupArgs(
      `Get${name}`,
      `Selects ${noun}.`,
      shape.selectors.map((each) => each.name),
    ),
    interfaceText(shape.list, asValue),
    lookupArgs(`Get${plural(definition)}`, undefined, [shape.list.name]),
  ].join("\n");
  return withImports(body);
}

/** The API has no such type, so there are no lookups. */
function compositeFile({ definition: { name }, ...shape }: Shape): string {
  const members = [shape.parent, ...(shape.inputs?.members ?? []), ...shape.adoption];
  return withImports(
    [
      ...shape.nestedInputs.map((each) => interfaceText(each, asInput)),
      ...shape.nestedValues.map((each) => interfaceText(each, asValue)),
      interfaceText({ name: `${name}Args`, doc: `The arguments of ${nameWithArticle(name)}.`, members }, asInput),
      interfaceText(shape.outputs, asOutput),
    ].join("\n"),
  );
}

/** Declares the union of a lookup's arguments, and the arguments of its `Output` variant. */
function lookupArgs(name: string, doc: string | undefined, names: readonly string[]): string {
  return [
    ...(doc === undefined ? [] : [`/** ${doc} */\nexport type ${name}Args = ${names.join(" | ")};\n`]),
    `/** {@link ${name}Args} any of which may be outputs. */\nexport type ${name}OutputArgs = WithInputs<${name}Args>;\n`,
  ].join("\n");
}

function accessFile(): string {
  const { result, nested } = accessInterfaces();
  const args = viewInterface("GetAccessArgs", "The arguments of `getAccess`.", accessView);
  return withImports(
    [
      ...nested.map((each) => interfaceText(each, asValue)),
      interfaceText(result, asValue),
      interfaceText(args, asValue),
      lookupArgs("GetAccess", undefined, []),
    ].join("\n"),
  );
}

const presetsFile = (): string =>
  [HEADER, 'import type * as pulumi from "@pulumi/pulumi";\n', presetDeclarations()].join("");

function builtInRolesFile(): string {
  const doc = "The uids of built-in roles. Each is looked up by name once per run.";
  const members = builtInRoles.map(
    ({ name, description }): Member => ({
      name: rolePropertyName(name),
      type: 'Uid<"Role">',
      optional: false,
      doc: `The uid of the role ${name}. ${description}`,
    }),
  );
  return withImports(interfaceText({ name: "BuiltInRoleUids", doc, members }, asOutput));
}

/** The settings of a provider. */
export const providerMembers: readonly Member[] = providerSettings.map(({ name, kind, description }) => ({
  name,
  type: kind,
  optional: true,
  doc: description,
}));

function providerFile(): string {
  const doc = "The settings of a `Provider`. All are stored in the state.";
  return withImports(interfaceText({ name: "ProviderArgs", doc, members: providerMembers }, asInput));
}

function lookupsFile(shapes: readonly { readonly key: string; readonly shape: Shape }[]): string {
  const found = shapes.flatMap(({ key, shape: { definition, selectors } }) => {
    const { name, description } = definition;
    const ways = selectors.map((each) => each.doc.replace(/^.*? by |\.$/g, "")).join(", or by ");
    const one = `Looks up ${nameWithArticle(name)} by ${ways}. ${description}`;
    const many = `Lists ${nouns(definition)}. ${description}`;
    return [
      ...pair(`get${name}`, one, `Get${name}`, `Get${name}Result`, (kind) => `${kind}One`, key),
      ...pair(
        `get${plural(definition)}`,
        many,
        `Get${plural(definition)}`,
        `readonly Get${name}Result[]`,
        (kind) => `${kind}Many`,
        key,
      ),
    ];
  });
  const access = pair(
    "getAccess",
    "Reads what an identity may do, and through which role bindings.",
    "GetAccess",
    "GetAccessResult",
    (kind) => `${kind}Access`,
  );
  const body = [...found, ...access].map(({ text }) => text).join("\n");
  const types = [...new Set(body.match(/\bGet\w+(?:Args|Result)\b/g))].sort();
  const helpers = [...new Set(body.match(/(?<= = )\w+/g))].sort();
  const imports = shapes
    .map(({ shape: { definition } }) => fileName(definition.name))
    .concat("access")
    .sort();
  const from = (file: string) => {
    const owner =
      file === "access"
        ? undefined
        : shapes.find(({ shape }) => fileName(shape.definition.name) === file)!.shape.definition;
    const own = types.filter((type) =>
      owner
        ? [`Get${owner.name}`, `Get${plural(owner)}`].some((prefix) =>
            [`${prefix}Args`, `${prefix}OutputArgs`, `${prefix}Result`].includes(type),
          )
        : type.startsWith("GetAccessArgs") || type.startsWith("GetAccessOutput") || type === "GetAccessResult",
    );
    return `import type { ${own.join(", ")} } from "./${file}";\n`;
  };
  return `${HEADER}import { ${helpers.join(", ")} } from "../lookup";\n${imports.map(from).join("")}\n${body}`;
}

/** Returns the promise and the `Output` variant of a lookup. */
function pair(
  name: string,
  doc: string,
  prefix: string,
  result: string,
  helper: (kind: string) => string,
  plural?: string,
) {
  const argument = plural === undefined ? "" : JSON.stringify(plural);
  return [
    { text: `/** ${doc} */\nexport const ${name} = ${helper("find")}<${prefix}Args, ${result}>(${argument});\n` },
    {
      text: `/** {@link ${name}} for arguments that may be outputs. In a preview, its result is unknown if an argument is. */\nexport const ${name}Output = ${helper("output")}<${prefix}OutputArgs, ${result}>(${argument});\n`,
    },
  ];
}

const optionalType = ({ type, optional }: Member): string => (optional ? `${type} | undefined` : type);
type Spelling = (member: Member) => string;
const asInput: Spelling = (member) => `${member.optional ? "?" : ""}: pulumi.Input<${optionalType(member)}>`;
const asOutput: Spelling = (member) => `: pulumi.Output<${optionalType(member)}>`;
const asValue: Spelling = (member) => `${member.optional ? "?" : ""}: ${optionalType(member)}`;

function interfaceText({ name, doc, members }: Interface, spell: Spelling, base?: string): string {
  const lines = members.map(
    (member) => `  /** ${comment(member.doc)} */\n  readonly ${member.name}${spell(member)};\n`,
  );
  return `/** ${comment(doc)} */\nexport interface ${name}${base ? ` extends ${base}` : ""} {\n${lines.join("")}}\n`;
}

const comment = (text: string): string => text.replaceAll("*/", "*\\/");

function withImports(body: string): string {
  const model = ["Capability", "Uid"].filter((name) =>
    new RegExp(`\\b${name}\\b[<|>;\\[ ]`).test(body.replaceAll(/\/\*\*.*?\*\//gs, "")),
  );
  return [
    HEADER,
    /\bpulumi\./.test(body) ? 'import type * as pulumi from "@pulumi/pulumi";\n' : "",
    model.length > 0 ? `import type { ${model.join(", ")} } from "../../../src/model";\n` : "",
    body.includes("WithInputs<") ? 'import type { WithInputs } from "../types";\n' : "",
    `\n${body}`,
  ].join("");
}
