import type { ReferencedType } from "../model";
import { compilerOptions, knownRole, separated } from "./cdktf";
import { type ExternalResource, type Layout, layoutOf } from "./layout";
import { kebabCase, uniqueName, variableName } from "./names";
import { presetOf } from "./presets";
import { Imports, Modules, moduleText, relative, titleOf, uidTable, Writer } from "./program";
import { type Export, isOrganization, type Names, type PackageInfo, type Snapshot } from "./snapshot";
import { type Code, expression, literal, type Property, reservedWords, statement, text } from "./typescript";

const PACKAGE = "platform-iac/pulumi";

const reserved = [...reservedWords, "pulumi", "config"];

/** A Pulumi program. */
export function pulumiFiles(snapshot: Snapshot, { version }: PackageInfo, previous: Names = new Map()): Export {
  const layout = layoutOf(snapshot, previous, { isShared: true, reserved });
  const modules = new Modules(layout);
  const name = kebabCase(layout.groups[0]?.group.name ?? "access");
  const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
  const dependencies = { "@pulumi/pulumi": "^3.216.0", "platform-iac": `^${version}` };
  const devDependencies = { "@types/node": "^20.0.0", typescript: "^5.9.0" };
  const files = new Map<string, string>([
    ["Pulumi.yaml", `name: ${JSON.stringify(name)}\nruntime: nodejs\nmain: index.ts\n`],
    ["index.ts", indexModule(modules)],
    ["package.json", json({ name, private: true, main: "index.ts", dependencies, devDependencies })],
    ["tsconfig.json", json({ compilerOptions })],
    ["imports.ts", importsModule(layout)],
  ]);
  for (const [module, items] of modules.modules) {
    const imports = new Imports();
    const statements = items.map((item) => new Declaration(modules, module, imports, item).declaration());
    files.set(`${module}.ts`, moduleText(imports, separated(statements)));
  }
  const { outside } = layout;
  const others = layout.builtInRoles.filter((role) => !knownRole(role));
  if (outside.length + others.length > 0) files.set("external.ts", externalModule(outside, others));
  return { files, names: layout.names };
}

const indexModule = ({ modules }: Modules): string =>
  `${['import "./imports";', ...[...modules.keys()].map((module) => `import ${literal(relative("index", module))};`)].join("\n")}\n`;

/** An organization has no parent, so that its own declaration names its uid. */
const importsModule = ({ groups }: Layout): string => {
  const items = groups.flatMap((group) => group.items).filter((item) => !isOrganization(item));
  const table = uidTable(items.map(({ definition, name, uid }) => [`${definition.name} ${kebabCase(name)}`, uid]));
  return `import { runtime } from "@pulumi/pulumi";

/** The uids of existing resources by type and name. */
${table}

// Adopts the existing resources. Once they are in the stack's state, this has
// no effect: delete this file and its import after the first \`pulumi up\`.
runtime.registerStackTransformation(({ type, name, props, opts }) => {
  const importUid = uids[\`\${type.split(":").at(-1)} \${name}\`];
  if (importUid === undefined) return undefined;
  return { props: { ...props, importUid }, opts };
});
`;
};

const roleVariable = (name: string): string => variableName(`built_in_${uniqueName(name, "", new Set())}`);

function externalModule(outside: readonly ExternalResource[], roles: readonly string[]): string {
  const imports = new Imports();
  const statements = [
    ...outside.map((each) => {
      const title = titleOf(each);
      const declared = statement(`export const ${variableName(each.name)} = `, {
        object: [{ name: "uid", value: text(each.uid) }],
      });
      return title === undefined ? declared : `${title}\n${declared}`;
    }),
    ...roles.map((name) => {
      const callee = imports.add(PACKAGE, "getRoleOutput");
      const args = [{ object: [{ name: "name", value: text(name) }] }];
      return statement(`export const ${roleVariable(name)} = `, { callee, args });
    }),
  ];
  const header = ["/** Existing resources that this program references but does not manage. */"];
  return moduleText(imports, separated(statements), header);
}

/** The declaration of one resource. */
class Declaration extends Writer {
  readonly #variables: string[] = [];

  declaration(): string {
    const { definition, name, uid, parentUid, inputs } = this.item;
    const preset = presetOf(this.item);
    const type = this.imports.add(PACKAGE, definition.name);
    const { attribute, type: parentType } = definition.parent;
    const parent = parentUid === undefined ? [] : [{ name: attribute, value: this.uid(parentType, parentUid) }];
    const own = this.properties(inputs);
    const options = Object.entries(preset?.options ?? {}).map(([option, value]) => ({
      name: option,
      value: typeof value === "string" ? text(value) : expression(String(value)),
    }));
    const object: Property[] = [
      ...(this.item.isOrganization ? [{ name: "importUid", value: text(uid) }] : []),
      ...parent,
      ...own.filter((each) => !preset || each.name !== "claimMatch"),
      ...options,
      ...(this.#variables.length > 0 ? [overwrite] : []),
    ];
    const args = [text(kebabCase(name)), { object }, ...(this.item.isOrganization ? [protectedOptions] : [])];
    const callee = preset ? `${type}.${preset.method}` : `new ${type}`;
    const isUsed = ["Group", "Identity", "Repo", "Role"].includes(definition.name);
    const lead = isUsed ? `export const ${variableName(name)} = ` : "";
    return [...this.#variables, statement(lead, { callee, args })].join("\n");
  }

  protected uid(type: ReferencedType, uid: string): Code {
    const variable = this.modules.variable(this.module, this.item, this.imports, { type, uid });
    return "uid" in variable ? text(variable.uid) : expression(`${variable.name}.uid`);
  }

  protected builtInRole(name: string): Code {
    const known = knownRole(name);
    if (known) return expression(`${this.imports.add(PACKAGE, "Role")}.${known}`);
    return expression(`${this.imports.add(relative(this.module, "external"), roleVariable(name))}.uid`);
  }

  protected integer(digits: string, kind: "int32" | "int64"): Code {
    return kind === "int64" ? text(digits) : expression(digits);
  }

  protected text(value: string): string {
    return value;
  }

  protected secret(field: string): Code {
    const name = variableName(`${this.item.name}_${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);
    const callee = `new ${this.imports.add("@pulumi/pulumi", "Config")}().requireSecret`;
    this.#variables.push(statement(`const ${name} = `, { callee, args: [text(name)] }));
    return expression(name);
  }
}

/** A secret cannot be compared with the stored value, so adopting the resource sends it. */
const overwrite: Property = {
  name: "adopt",
  comments: ["The stored secret cannot be read, so the configured value is always sent."],
  value: text("overwrite"),
};

const protectedOptions: Code = { object: [{ name: "protect", value: expression("true") }] };
