import { isAtOrBelow } from "../api";
import { camelCase, type ReferencedType } from "../model";
import type { Expression, Member } from "./expression";
import { compare, type ExternalResource, type Item, type Layout, referencesOf } from "./layout";
import { kebabCase, variableName } from "./names";
import { type Code, expression, importStatement, keyOf, literal, type Property, text } from "./typescript";

/**
 * What CDKTF and Pulumi programs have in common: a module for each group with everything directly in it. A module
 * imports only those of the groups above, so that there are no import cycles; a resource that refers to other groups is
 * in a module of its own that imports them all.
 */

/** The module of resources that refer to several groups. */
const CROSS_GROUP_MODULE = "across-groups";

/** The module of what is outside of the export. */
const EXTERNAL = "external";

/** The names that a module takes from others. */
export class Imports {
  readonly #names = new Map<string, Set<string>>();

  add(module: string, name: string): string {
    this.#names.set(module, (this.#names.get(module) ?? new Set()).add(name));
    return name;
  }

  /** Packages come before files, each in alphabetical order. */
  statements(): string[] {
    const isFile = (module: string) => Number(module.startsWith("."));
    return [...this.#names]
      .toSorted(([one], [other]) => isFile(one) - isFile(other) || compare(one, other))
      .map(([module, names]) => importStatement([...names], module));
  }
}

/** Finds what resources refer to, and the module that declares it. */
export class Modules {
  readonly #groupOf = new Map<Item, Item>();
  readonly #moduleOf = new Map<Item, string>();
  /** The resources of each module, in the order of their declaration. */
  readonly modules: ReadonlyMap<string, readonly Item[]>;

  constructor(readonly layout: Layout) {
    const modules = new Map<string, Item[]>();
    const across: Item[] = [];
    for (const { group, items } of layout.groups) for (const item of items) this.#groupOf.set(item, group);
    for (const { group, items } of layout.groups) {
      const own: Item[] = [];
      modules.set(moduleOf(group), own);
      for (const item of items) {
        const isCrossGroup = !isReferredTo(item) && referencesOf(item).some((each) => this.#isLater(group, each));
        (isCrossGroup ? across : own).push(item);
        this.#moduleOf.set(item, isCrossGroup ? CROSS_GROUP_MODULE : moduleOf(group));
      }
    }
    if (across.length > 0) modules.set(CROSS_GROUP_MODULE, across);
    this.modules = modules;
  }

  /** Reports whether a reference leads to a resource that the group's module cannot import. */
  #isLater(group: Item, { type, uid }: Reference): boolean {
    const found = this.layout.find(type, uid);
    if (!found) return false;
    return !this.#moduleOf.has(found) || !isAtOrBelow(group.uid, this.#groupOf.get(found)!.uid);
  }

  /** Returns the variable for a referenced resource, or its uid if the module cannot import it. */
  variable(from: string, item: Item, imports: Imports, { type, uid }: Reference): Variable {
    const found = this.layout.find(type, uid);
    if (!found) {
      const outside = this.layout.findExternal(type, uid);
      return { name: imports.add(relative(from, EXTERNAL), variableName(outside.name)), item: undefined };
    }
    const module = this.#moduleOf.get(found)!;
    const name = variableName(found.name);
    if (module === from) return this.#isDeclaredBefore(found, item) ? { name, item: found } : { uid };
    if (from !== CROSS_GROUP_MODULE && this.#isLater(this.#groupOf.get(item)!, { type, uid })) return { uid };
    return { name: imports.add(relative(from, module), name), item: found };
  }

  /** Repos may reference each other, including in cycles. */
  #isDeclaredBefore(found: Item, item: Item): boolean {
    return found.definition !== item.definition || compare(found.name, item.name) < 0;
  }
}

const moduleOf = (group: Item): string => `groups/${kebabCase(group.name)}`;

interface Reference {
  readonly type: ReferencedType;
  readonly uid: string;
}

/** What code writes for a referenced resource. */
export type Variable = { readonly name: string; readonly item: Item | undefined } | { readonly uid: string };

/** Returns whether other resources can reference a resource of this type; only those must be declared first. */
const isReferredTo = ({ definition: { name } }: Item): boolean => ["Group", "Identity", "Repo", "Role"].includes(name);

/** Returns a specifier of one module for another. */
export const relative = (from: string, to: string): string => {
  if (!from.includes("/")) return `./${to}`;
  return to.startsWith("groups/") ? `./${to.slice("groups/".length)}` : `../${to}`;
};

/** Formats comments as lines before a declaration or a property. */
const commentOf = ({ comment }: Member, name: string): readonly string[] =>
  comment === undefined ? [] : [`${name} ${comment}.`];

/** Converts values to code; the two kinds of programs differ in their references. */
export abstract class Writer {
  constructor(
    protected readonly modules: Modules,
    protected readonly module: string,
    protected readonly imports: Imports,
    protected readonly item: Item,
  ) {}

  /** Returns the uid of a resource. */
  protected abstract uid(type: ReferencedType, uid: string): Code;
  protected abstract builtInRole(name: string): Code;
  protected abstract integer(digits: string, kind: "int32" | "int64"): Code;
  protected abstract secret(field: string): Code;
  /** Returns a text as the program must write it. */
  protected abstract text(value: string): string;

  properties(members: readonly Member[]): Property[] {
    return members.map((member) => {
      const name = camelCase(member.name);
      const comments = commentOf(member, name);
      return { name, comments, ...(member.value === undefined ? {} : { value: this.value(member.value) }) };
    });
  }

  value(value: Expression): Code {
    switch (value.kind) {
      case "text":
        return text(this.text(value.text));
      case "boolean":
        return expression(String(value.value));
      case "int32":
      case "int64":
        return this.integer(value.digits, value.kind);
      case "list":
        return { list: value.elements.map((each) => this.value(each)) };
      case "map":
        return { object: value.entries.map(([name, each]) => ({ name: this.text(name), value: this.value(each) })) };
      case "object":
        return { object: this.properties(value.members) };
      case "json":
        return { callee: "JSON.stringify", args: [this.json(value.value)] };
      case "reference":
        return this.uid(value.type, value.uid);
      case "builtInRole":
        return this.builtInRole(value.name);
      case "secret":
        return this.secret(value.field);
    }
  }

  private json(value: unknown): Code {
    if (Array.isArray(value)) return { list: value.map((each) => this.json(each)) };
    if (typeof value === "object" && value !== null)
      return {
        object: Object.entries(value).map(([name, each]) => ({ name: this.text(name), value: this.json(each) })),
      };
    return typeof value === "string" ? text(this.text(value)) : expression(JSON.stringify(value));
  }
}

/** Returns a module's text: its imports and statements. */
export function moduleText(imports: Imports, statements: readonly string[], header: readonly string[] = []): string {
  const first = imports.statements();
  return `${[...header, ...first, ...(first.length > 0 && statements.length > 0 ? [""] : []), ...statements].join("\n")}\n`;
}

/** Returns the declaration of a table of uids by name. */
export function uidTable(entries: readonly (readonly [name: string, uid: string])[]): string {
  const lines = entries.map(([name, uid]) => {
    const line = `  ${keyOf(name)}: ${literal(uid)},`;
    return line.length <= 80 ? line : `  ${keyOf(name)}:\n    ${literal(uid)},`;
  });
  return ["const uids: Readonly<Record<string, string>> = {", ...lines, "};"].join("\n");
}

export const titleOf = ({ type, title }: ExternalResource): string | undefined =>
  title === undefined ? undefined : `/** The ${type.toLowerCase()} ${JSON.stringify(title)}. */`;
