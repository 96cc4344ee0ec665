import { snakeCase, terraformType } from "../model";
import type { Expression, Member } from "./expression";
import { type Item as HclItem, hclFile, keyOf, quoted, type Value } from "./hcl";
import { type Item, type Layout, layoutOf } from "./layout";
import { uniqueName } from "./names";
import { presetOf } from "./presets";
import type { Export, Names, PackageInfo, Snapshot } from "./snapshot";

/**
 * A Terraform configuration: a file for each group with everything directly in it, and files for the provider, the
 * built-in roles, the uids of resources outside of the export, and the imports.
 */
export function terraformFiles(
  snapshot: Snapshot,
  { providerSource, version }: PackageInfo,
  previous: Names = new Map(),
): Export {
  const layout = layoutOf(snapshot, previous, { isShared: false, reserved: [] });
  const files = new Map<string, string>([
    ["terraform.tf", hclFile(providerBlocks(providerSource, version))],
    ["imports.tf", hclFile(importBlocks(layout))],
  ]);
  const { builtInRoles, outside } = layout;
  if (builtInRoles.length > 0) files.set("roles.tf", hclFile(builtInRoles.map(roleBlock)));
  if (outside.length > 0) files.set("external.tf", hclFile(externalBlocks(layout)));
  const taken = new Set(["terraform", "imports", "roles", "external"]);
  for (const { group, items } of layout.groups) {
    const name = taken.has(group.name) ? uniqueName(`group ${group.name}`, group.uid, taken) : group.name;
    taken.add(name);
    files.set(`${name}.tf`, hclFile(items.flatMap((item) => blocksOf(layout, item))));
  }
  return { files, names: layout.names };
}

const text = (value: string): Value => ({ text: value });
const expression = (value: string): Value => ({ expression: value });

/** Returns the blocks that require and configure the provider. */
export const providerBlocks = (source: string, version: string): HclItem[] => [
  {
    block: "terraform",
    body: [
      {
        block: "required_providers",
        body: [
          {
            attribute: "platform",
            value: {
              object: [
                { attribute: "source", value: text(source) },
                { attribute: "version", value: text(`>= ${version}`) },
              ],
            },
          },
        ],
      },
    ],
  },
  { comment: "The address and credentials are read from the environment or from platformctl login." },
  { block: 'provider "platform"', body: [] },
];

const importBlocks = ({ groups }: Layout): HclItem[] => [
  { comment: "These blocks have no effect once the resources are imported: delete this file after the first apply." },
  "empty line",
  ...groups.flatMap(({ items }) =>
    items.map(
      (item): HclItem => ({
        block: "import",
        body: [
          { attribute: "to", value: expression(addressOf(item)) },
          { attribute: "id", value: text(item.uid) },
        ],
      }),
    ),
  ),
];

/** The uids of built-in roles differ between deployments. */
const roleBlock = (name: string): HclItem => ({
  block: `data "platform_role" ${quoted(roleName(name))}`,
  body: [{ attribute: "name", value: text(name) }],
});

const roleName = (role: string): string => uniqueName(role, "", new Set());

const externalBlocks = ({ outside }: Layout): HclItem[] => [
  { comment: "The uids of resources that are not part of this configuration." },
  {
    block: "locals",
    body: outside.flatMap(({ type, uid, name, title }) => [
      ...(title === undefined ? [] : [{ comment: `The ${type.toLowerCase()} ${JSON.stringify(title)}.` }]),
      { attribute: `${name}_uid`, value: text(uid) },
    ]),
  },
];

const addressOf = ({ definition, name }: Item): string => `${terraformType(definition)}.${name}`;

/** Returns a resource, preceded by the variables that it needs. */
function blocksOf(layout: Layout, item: Item): HclItem[] {
  const { definition, name, parentUid, inputs, isOrganization } = item;
  const writer = new Writer(layout, item);
  const parent =
    parentUid === undefined
      ? []
      : [writer.attribute(definition.parent.attribute, writer.uid(definition.parent.type, parentUid))];
  const guard: HclItem[] = isOrganization
    ? [
        "empty line",
        { comment: "A deleted organization cannot be recreated." },
        { block: "lifecycle", body: [{ attribute: "prevent_destroy", value: expression("true") }] },
      ]
    : [];
  const body = [...parent, ...writer.members(inputs), ...guard];
  return [...writer.variables, { block: `resource "${terraformType(definition)}" ${quoted(name)}`, body }];
}

class Writer {
  readonly variables: HclItem[] = [];

  constructor(
    private readonly layout: Layout,
    private readonly item: Item,
  ) {}

  attribute = (name: string, value: Value): HclItem => ({ attribute: snakeCase(name), value });

  members(members: readonly Member[]): HclItem[] {
    return members.flatMap(({ name, value, comment }): HclItem[] => {
      const preset = name === "claimMatch" ? presetOf(this.item) : undefined;
      const comments: HclItem[] = [
        ...(comment === undefined ? [] : [{ comment: `${snakeCase(name)} ${comment}.` }]),
        ...(preset ? [{ comment: `${preset.title.replace(/^an? /, "")}: ${optionsInWords(preset.options)}` }] : []),
      ];
      return value === undefined ? comments : [...comments, this.attribute(name, this.value(value))];
    });
  }

  uid(type: string, uid: string): Value {
    const found = this.layout.find(type, uid);
    return expression(found ? `${addressOf(found)}.uid` : `local.${this.layout.findExternal(type, uid).name}_uid`);
  }

  private value(value: Expression): Value {
    switch (value.kind) {
      case "text":
        return text(value.text);
      case "boolean":
        return expression(String(value.value));
      case "int32":
      case "int64":
        return expression(value.digits);
      case "list":
        return { list: value.elements.map((each) => this.value(each)) };
      case "map":
        return { object: value.entries.map(([key, each]) => ({ attribute: keyOf(key), value: this.value(each) })) };
      case "object":
        return { object: this.members(value.members) };
      case "json":
        return { call: "jsonencode", argument: jsonValue(value.value) };
      case "reference":
        return value.type === this.item.definition.name && this.layout.isCircular(this.item, value.uid)
          ? text(value.uid)
          : this.uid(value.type, value.uid);
      case "builtInRole":
        return expression(`data.platform_role.${roleName(value.name)}.uid`);
      case "secret":
        return this.variable(value.field);
    }
  }

  private variable(field: string): Value {
    const name = `${this.item.name}_${snakeCase(field)}`;
    this.variables.push({
      block: `variable ${quoted(name)}`,
      body: [
        { attribute: "type", value: expression("string") },
        { attribute: "sensitive", value: expression("true") },
      ],
    });
    return expression(`var.${name}`);
  }
}

function jsonValue(value: unknown): Value {
  if (Array.isArray(value)) return { list: value.map(jsonValue) };
  if (typeof value === "object" && value !== null)
    return { object: Object.entries(value).map(([key, each]) => ({ attribute: keyOf(key), value: jsonValue(each) })) };
  return typeof value === "string" ? text(value) : expression(JSON.stringify(value));
}

const optionsInWords = (options: Readonly<Record<string, unknown>>): string =>
  Object.entries(options)
    .map(([name, value]) => `${snakeCase(name).replaceAll("_", " ")} ${String(value)}`)
    .join(", ");
