import {
  clientRegistry,
  type Field,
  type Fields,
  fieldsOf,
  forcesReplacement,
  isInput,
  type ResourceDefinition,
  snakeCase,
} from "../../../src/model";
import { isWriteOnly } from "../../../src/provider/members";
import { parentAttribute, typeName, versionAttribute } from "../../../src/provider/names";
import type { Body, Row } from "./rows";

/** A row's bodies, its Terraform names and its configuration. */

/** The fields of a repo that v2 does not accept; v1 has no masks. */
const replacedOverV1 = ["activeTags", "sync_config", "readme"];

export const definitionOf = ({ plural }: Row): ResourceDefinition => clientRegistry[plural];
export const addressOf = (row: Row): string => `${typeName(definitionOf(row))}.${row.label}`;
export const canUpdate = (row: Row): boolean => definitionOf(row).operations.includes("update");
export const secondOf = ({ first, second }: Row): Body => ({ ...first, ...second });
export const replacingOf = (row: Row): Body => ({ ...secondOf(row), ...row.replacing });

/** Returns the mutable fields whose values differ in the second body, in the order of the definition. */
export const changedBy = ({ second, ...row }: Row): string[] =>
  fieldsOf(clientRegistry[row.plural])
    .filter(([name]) => !(row.plural === "repos" && replacedOverV1.includes(name)))
    .filter(([name, field]) => Object.hasOwn(second, name) && !forcesReplacement(clientRegistry[row.plural], field))
    .map(([name]) => name);

export interface Options {
  /** The versions of write-only values; without it, none is set. */
  readonly version?: number;
  /** The parent's uid for rows without a parent of their own. */
  readonly root: string;
}

/** Returns a resource block. */
export const block = (row: Row, body: Body, { version, root }: Options): string =>
  blockOf(row, bodyInTerraform(row, body, version), root);

/** Converts a body to Terraform names. */
export const bodyInTerraform = (row: Row, body: Body, version?: number): Body =>
  attributesOf(definitionOf(row).fields, body, version);

/** Returns a resource block from attributes, written as JSON, which is valid Terraform syntax. */
export function blockOf(row: Row, attributes: Body, root: string): string {
  const definition = definitionOf(row);
  const parent = row.parent ? `${row.parent}.uid` : JSON.stringify(root);
  const lines = Object.entries(attributes)
    .map(([name, value]) => `  ${name} = ${JSON.stringify(value)}\n`)
    .join("");
  const header = `resource "${typeName(definition)}" "${row.label}"`;
  return `${header} {\n  ${parentAttribute(definition)} = ${parent}\n${lines}}\n`;
}

function attributesOf(members: Fields, body: Body, version: number | undefined): Body {
  const entries = Object.entries(body).flatMap(([name, value]) => {
    const attribute = snakeCase(name);
    const own = [attribute, terraformValue(members[name]!, value, version)] as const;
    return isWriteOnly(members[name]!) && version !== undefined ? [own, [versionAttribute(attribute), version]] : [own];
  });
  return Object.fromEntries(entries);
}

function terraformValue({ members, element, kind }: Field, value: unknown, version: number | undefined): unknown {
  if (value === undefined) return null;
  if (members) return attributesOf(members, value as Body, version);
  if (!element) return value;
  if (Array.isArray(value)) return value.map((each) => terraformValue(element, each, version));
  return kind === "map" ? mapped(value as Body, (each) => terraformValue(element, each, version)) : value;
}

const mapped = (body: Body, change: (value: unknown) => unknown): Body =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [key, change(value)]));

/** Returns the paths of all inputs, including those inside objects and collections, such as `oidc.clientSecret`. */
export function inputsOf(members: Fields, fixed: boolean, under = ""): { path: string; fixed: boolean }[] {
  return Object.entries(members).flatMap(([name, field]) => {
    if (!isInput(field)) return [];
    const path = `${under}${name}`;
    const isFixed = fixed || field.immutable === true;
    const inner = innerOf(field);
    return inner ? inputsOf(inner, isFixed, `${path}.`) : [{ path, fixed: isFixed }];
  });
}

const innerOf = ({ members, element }: Field): Fields | undefined => members ?? (element && innerOf(element));

/** Returns a body's input values by path. */
export function leavesOf(members: Fields, body: Body, under = ""): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(body).map(([name, value]) => {
      const path = `${under}${name}`;
      const inner = innerOf(members[name]!);
      if (!inner || value === undefined) return { [path]: JSON.stringify(value) ?? "" };
      return Object.assign({}, ...objectsIn(members[name]!, value).map((each) => leavesOf(inner, each, `${path}.`)));
    }),
  );
}

function objectsIn({ members, element }: Field, value: unknown): Body[] {
  if (members) return [value as Body];
  return Object.values(value as Body).flatMap((each) => objectsIn(element!, each));
}
