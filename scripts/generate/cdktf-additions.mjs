/**
 * Generates what `cdktf get` does not support: classes of the provider's ephemeral resources, and
 * functions that call the provider's functions.
 */
import { load } from "./load.mjs";

/** Returns the additional bindings by path, and the lines that export them from the bindings' index. */
export async function cdktfAdditions() {
  const { createProvider } = await load("src/provider/provider.ts");
  const { camelCase } = await load("src/model/index.ts");
  const { ephemeralResources, functions } = createProvider();
  const classes = Object.entries(ephemeralResources).map(([type, { schema }]) => {
    const name = type.replace(/^platform_/, "ephemeral_");
    return { type, schema, name, folder: name.replaceAll("_", "-"), camelCase };
  });
  return {
    files: {
      ...Object.fromEntries(classes.map((each) => [`${each.folder}/index.ts`, classText(each)])),
      "functions/index.ts": functionsText(functions, camelCase),
    },
    exports: [
      ...classes.map(({ name, folder }) => `export * as ${camelCase(name)} from './${folder}';\n`),
      "export * as functions from './functions';\n",
    ].join(""),
  };
}

const HEADER = "// generated from terraform provider schema\n\n";

function classText({ type, schema, name, camelCase }) {
  const attributes = Object.entries(schema.attributes);
  const settable = attributes.filter(([, { optional, required }]) => optional || required);
  const className = camelCase(`_${name}`);
  const property = ([attribute, { description, required }]) =>
    `  /** ${description} */\n  readonly ${camelCase(attribute)}${required ? "" : "?"}: string;\n`;
  const getter = ([attribute, { description }]) =>
    `\n  /** ${description} */\n  get ${camelCase(attribute)}(): string {\n` +
    `    return this.getStringAttribute("${attribute}");\n  }\n`;
  for (const [attribute, { type: of }] of attributes)
    if (of !== "string") throw new Error(`${type}.${attribute}: only strings are supported`);
  return (
    `${HEADER}import type { Construct } from "constructs";\n` +
    `import { type EphemeralArguments, EphemeralResource } from "../../ephemeral-resource";\n\n` +
    `export interface ${className}Config extends EphemeralArguments {\n${settable.map(property).join("")}}\n\n` +
    `/** ${schema.description} */\nexport class ${className} extends EphemeralResource {\n` +
    `  constructor(scope: Construct, id: string, config: ${className}Config = {}) {\n` +
    `    super(scope, id, "${type}", ${JSON.stringify(settable.map(([attribute]) => attribute))}, config);\n  }\n` +
    `${attributes.map(getter).join("")}}\n`
  );
}

/** The TypeScript type and the conversion of a function's result, by Terraform's type. */
const results = {
  string: ["string", (call) => `Token.asString(${call})`],
  bool: ["IResolvable", (call) => call],
};

function functionsText(functions, camelCase) {
  const text = ([name, { description, parameters, returns }]) => {
    if (!(returns in results)) throw new Error(`function ${name}: results of type ${returns} are not supported`);
    const [type, convert] = results[returns];
    const names = parameters.map((parameter) => camelCase(parameter.name));
    const documentation = parameters.map((parameter, index) => ` * @param ${names[index]} ${parameter.description}\n`);
    return (
      `\n/**\n * ${description}\n${documentation.join("")} */\n` +
      `export function ${camelCase(name)}(${names.map((each) => `${each}: string`).join(", ")}): ${type} {\n` +
      `  return ${convert(`call("provider::platform::${name}", [${names.join(", ")}])`)};\n}\n`
    );
  };
  return `${HEADER}import { call, type IResolvable, Token } from "cdktf";\n${Object.entries(functions).map(text).join("")}`;
}
