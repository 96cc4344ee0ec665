import { builtInRoles, type ReferencedType } from "../model";
import { type ExternalResource, type Layout, layoutOf } from "./layout";
import { kebabCase, uniqueName, variableName } from "./names";
import { presetOf } from "./presets";
import { Imports, Modules, moduleText, relative, titleOf, uidTable, Writer } from "./program";
import type { Export, Names, PackageInfo, Snapshot } from "./snapshot";
import { type Code, expression, literal, type Property, reservedWords, statement, text } from "./typescript";

const PACKAGE = "platform-iac/cdktf";

/** Ids of the stack's other constructs, and names that modules declare. */
const reserved = [...reservedWords, "app", "stack", "platform"];

/** A CDKTF program of one stack. */
export function cdktfFiles(snapshot: Snapshot, { version }: PackageInfo, previous: Names = new Map()): Export {
  const layout = layoutOf(snapshot, previous, { isShared: true, reserved });
  const modules = new Modules(layout);
  const top = layout.groups[0]?.group.name ?? "access";
  const files = new Map<string, string>([
    ["cdktf.json", json({ language: "typescript", app: "npx ts-node main.ts", sendCrashReports: "false" })],
    ["main.ts", mainModule(modules)],
    ["stack.ts", stackModule(kebabCase(top))],
    ["package.json", packageFile(kebabCase(top), version)],
    ["tsconfig.json", json({ compilerOptions })],
  ]);
  const paths = new ConstructPaths();
  for (const [module, items] of modules.modules) {
    const imports = new Imports();
    const statements = items.map((item) => new Declaration(modules, module, imports, item).declaration(paths));
    files.set(`${module}.ts`, moduleText(imports, separated(statements)));
  }
  files.set("imports.ts", importsModule(paths.uids));
  const { outside } = layout;
  const others = unknownRoles(layout);
  if (outside.length + others.length > 0) files.set("external.ts", externalModule(outside, others));
  return { files, names: layout.names };
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

export const compilerOptions = {
  target: "ES2022",
  module: "CommonJS",
  moduleResolution: "Node10",
  strict: true,
  skipLibCheck: true,
  esModuleInterop: true,
} as const;

const packageFile = (name: string, version: string): string =>
  json({
    name,
    private: true,
    dependencies: { cdktf: "^0.21.0", constructs: "^10.4.2", "platform-iac": `^${version}` },
    devDependencies: { "cdktf-cli": "^0.21.0", "@types/node": "^20.0.0", "ts-node": "^10.9.2", typescript: "^5.9.0" },
  });

const mainModule = ({ modules }: Modules): string =>
  `${[
    'import { importExisting } from "./imports";',
    'import { app, stack } from "./stack";',
    ...[...modules.keys()].map((module) => `import ${literal(relative("main", module))};`),
    "",
    "importExisting(stack);",
    "app.synth();",
  ].join("\n")}\n`;

const stackModule = (id: string): string => `import { App, TerraformStack } from "cdktf";
import { PlatformProvider } from "${PACKAGE}";

export const app = new App();
export const stack = new TerraformStack(app, ${literal(id)});

// The address and credentials are read from the environment or from platformctl login.
new PlatformProvider(stack, "platform");
`;

const importsModule = (
  paths: ReadonlyMap<string, string>,
): string => `import { TerraformResource, type TerraformStack } from "cdktf";

/** The uids of existing resources by construct path. */
${uidTable([...paths])}

/**
 * Imports the existing resources. Once they are imported, this has no effect:
 * delete this file and its call after the first deployment.
 */
export function importExisting(stack: TerraformStack): void {
  const missing = new Set(Object.keys(uids));
  for (const construct of stack.node.findAll()) {
    const path = construct.node.path.slice(stack.node.path.length + 1);
    const uid = uids[path];
    if (uid === undefined || !TerraformResource.isTerraformResource(construct))
      continue;
    construct.importFrom(uid);
    missing.delete(path);
  }
  // Without its import, a resource would be created a second time.
  if (missing.size > 0)
    throw new Error(\`no constructs to import: \${[...missing].join(", ")}\`);
}
`;

/** Returns the built-in roles of the deployment that this package does not know. */
const unknownRoles = (layout: Layout): readonly string[] => layout.builtInRoles.filter((name) => !knownRole(name));

/** Returns the constant of a built-in role: `registryPull` for `registry.pull`. */
export const knownRole = (name: string): string | undefined =>
  builtInRoles.some((role) => role.name === name)
    ? name.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase())
    : undefined;

const roleVariable = (name: string): string => variableName(`built_in_${uniqueName(name, "", new Set())}`);

function externalModule(outside: readonly ExternalResource[], roles: readonly string[]): string {
  const imports = new Imports();
  imports.add("./stack", "stack");
  const statements = [
    ...outside.map((each) => {
      const type = imports.add(PACKAGE, each.type);
      const args = [expression("stack"), text(kebabCase(each.name)), text(each.uid)];
      const title = titleOf(each);
      const declared = statement(`export const ${variableName(each.name)} = `, { callee: `${type}.fromUid`, args });
      return title === undefined ? declared : `${title}\n${declared}`;
    }),
    ...roles.map((name) => {
      const args = [
        expression("stack"),
        text(kebabCase(`built_in_${name}`)),
        { object: [{ name: "name", value: text(name) }] },
      ];
      return statement(`export const ${roleVariable(name)} = `, {
        callee: `${imports.add(PACKAGE, "Role")}.fromLookup`,
        args,
      });
    }),
  ];
  const header = ["/** Existing resources that this program references but does not manage. */"];
  return moduleText(imports, separated(statements), header);
}

/** Separates statements of several lines by empty lines. */
export const separated = (statements: readonly string[]): string[] =>
  statements.flatMap((each, index) => {
    const before = statements[index - 1];
    return before !== undefined && (each.includes("\n") || before.includes("\n")) ? ["", each] : [each];
  });

/** The uids of resources by construct path. */
class ConstructPaths {
  readonly uids = new Map<string, string>();
  readonly #keys = new Set<string>();

  add(path: string, uid: string): void {
    this.uids.set(path, uid);
    this.#keys.add(keyOf(path));
  }

  has(path: string): boolean {
    return this.#keys.has(keyOf(path));
  }
}

/** CDKTF ignores other characters when it compares names. */
const keyOf = (path: string): string => path.replace(/[^\w-]/g, "");

/** The declaration of one resource. */
class Declaration extends Writer {
  readonly #variables: string[] = [];

  /** Escapes `${` and `%{`, which start an expression in Terraform strings. */
  protected text(value: string): string {
    return value.replace(/([$%])\{/g, "$1$1{");
  }

  /** Returns the declaration, and records the resource's construct path. */
  declaration(paths: ConstructPaths): string {
    const { definition, name, uid } = this.item;
    const grant = definition.name === "RoleBinding" ? this.#grant(paths) : undefined;
    if (grant) return grant;
    paths.add(kebabCase(name), uid);
    const preset = presetOf(this.item);
    const type = this.imports.add(PACKAGE, definition.name);
    const object: Property[] = [
      ...this.#parent(),
      ...(preset
        ? [
            ...this.#constructs().filter(({ name }) => name !== "claimMatch"),
            ...Object.entries(preset.options).map(([option, value]) => ({
              name: option,
              value: typeof value === "string" ? text(this.text(value)) : expression(String(value)),
            })),
          ]
        : this.#constructs()),
      ...(this.item.isOrganization
        ? [
            {
              name: "lifecycle",
              comments: ["A deleted organization cannot be recreated."],
              value: { object: [{ name: "preventDestroy", value: expression("true") }] },
            },
          ]
        : []),
    ];
    const args = [this.#stack(), text(kebabCase(name)), { object }];
    const callee = preset ? `${type}.${preset.method}` : `new ${type}`;
    const isUsed = ["Group", "Identity", "Repo", "Role"].includes(definition.name);
    const lead = isUsed ? `export const ${variableName(name)} = ` : "";
    return [...this.#variables, statement(lead, { callee, args })].join("\n");
  }

  #stack(): Code {
    return expression(this.imports.add(relative(this.module, "stack"), "stack"));
  }

  #parent(): Property[] {
    const { definition, parentUid } = this.item;
    if (parentUid === undefined) return [];
    const { attribute, type } = definition.parent;
    return [{ name: attribute.replace(/Uid$/, ""), value: this.#construct(type, parentUid) }];
  }

  /** The constructs' properties take constructs where attributes take uids, except inside of objects. */
  #constructs(): Property[] {
    const properties = this.properties(this.item.inputs);
    return this.item.inputs.map(({ name, value }, index) => {
      if (value?.kind === "reference")
        return { name: name.replace(/Uid$/, ""), value: this.#construct(value.type, value.uid) };
      if (value?.kind === "builtInRole")
        return { name: name.replace(/Uid$/, ""), value: expression(this.#role(value.name)) };
      return properties[index]!;
    });
  }

  #construct(type: ReferencedType, uid: string): Code {
    const variable = this.modules.variable(this.module, this.item, this.imports, { type, uid });
    return "uid" in variable ? text(variable.uid) : expression(variable.name);
  }

  protected uid(type: ReferencedType, uid: string): Code {
    const variable = this.modules.variable(this.module, this.item, this.imports, { type, uid });
    return "uid" in variable ? text(variable.uid) : expression(`${variable.name}.uid`);
  }

  #role(name: string): string {
    const known = knownRole(name);
    if (known) return `${this.imports.add(PACKAGE, "Role")}.${known}`;
    return this.imports.add(relative(this.module, "external"), roleVariable(name));
  }

  protected builtInRole(name: string): Code {
    return { callee: `${this.#role(name)}.uidIn`, args: [this.#stack()] };
  }

  /** JavaScript numbers cannot represent all 64-bit integers. */
  protected integer(digits: string): Code {
    if (Number.isSafeInteger(Number(digits))) return expression(digits);
    const args = [text(digits), expression("10")];
    return {
      callee: `${this.imports.add("cdktf", "Token")}.asNumber`,
      args: [{ callee: `${this.imports.add("cdktf", "Fn")}.parseint`, args }],
    };
  }

  protected secret(field: string): Code {
    const name = `${this.item.name}_${kebabCase(field).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    const options = {
      object: [
        { name: "type", value: text("string") },
        { name: "sensitive", value: expression("true") },
      ],
    };
    const args = [this.#stack(), text(name), options];
    const lead = `const ${variableName(name)} = `;
    this.#variables.push(statement(lead, { callee: `new ${this.imports.add("cdktf", "TerraformVariable")}`, args }));
    return expression(`${variableName(name)}.stringValue`);
  }

  /** Returns a grant; undefined if its construct path is already taken. */
  #grant(paths: ConstructPaths): string | undefined {
    const { parentUid, inputs, uid } = this.item;
    const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
    const { identityUid, roleUid } = values;
    if (parentUid === undefined || identityUid?.kind !== "reference" || !roleUid) return undefined;
    const group = idOf(this.modules.layout, "Group", parentUid);
    const identity = idOf(this.modules.layout, "Identity", identityUid.uid);
    const role = roleUid.kind === "reference" ? idOf(this.modules.layout, "Role", roleUid.uid) : roleId(roleUid);
    const path = `${group}/${identity}-${role}`;
    if (paths.has(path)) return undefined;
    const properties = this.#constructs();
    const property = (name: string) => properties.find((each) => each.name === name)!.value!;
    const receiver = this.#construct("Group", parentUid);
    if (!("expression" in receiver)) return undefined;
    paths.add(path, uid);
    const options = properties.filter(
      ({ name, value }) => value !== undefined && name !== "identity" && name !== "role",
    );
    return statement("", {
      callee: `${receiver.expression}.grant`,
      args: [property("identity"), property("role"), ...(options.length > 0 ? [{ object: options }] : [])],
    });
  }
}

const roleId = (value: { readonly kind: string; readonly name?: string }): string => {
  const { name = "" } = value;
  return knownRole(name) ? name : kebabCase(`built_in_${name}`);
};

const idOf = ({ find, findExternal }: Layout, type: string, uid: string): string =>
  kebabCase((find(type, uid) ?? findExternal(type, uid)).name);
