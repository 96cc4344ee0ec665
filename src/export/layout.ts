import { isUid, parentUidOf } from "../api";
import type { JsonObject, ReferencedType, ResourceDefinition } from "../model";
import { inputsOf, type Member, referencesIn } from "./expression";
import { type NamingOptions, nameKey, namesOf, uniqueName } from "./names";
import { type Exported, exportedDefinitions, groupOf, isOrganization, type Names, type Snapshot } from "./snapshot";

/** A resource with its name and inputs. */
export interface Item extends Exported {
  readonly uid: string;
  /** In snake_case, unique in its namespace. */
  readonly name: string;
  readonly inputs: readonly Member[];
  readonly parentUid: string | undefined;
  readonly isOrganization: boolean;
}

/** A resource outside of the export that an exported one refers to. */
export interface ExternalResource {
  readonly type: ReferencedType;
  readonly uid: string;
  readonly name: string;
  /** What the resource is called, if it is known. */
  readonly title: string | undefined;
}

/** What to write: each exported group with its resources, and what they refer to. */
export interface Layout {
  readonly names: Names;
  readonly groups: readonly { readonly group: Item; readonly items: readonly Item[] }[];
  readonly outside: readonly ExternalResource[];
  /** The names of the built-in roles that resources refer to, in alphabetical order. */
  readonly builtInRoles: readonly string[];
  /** Returns the exported resource with a uid; undefined if it is outside of the export. */
  find(type: string, uid: string): Item | undefined;
  findExternal(type: string, uid: string): ExternalResource;
  /**
   * Reports whether a resource refers to another one of its type that refers back to it. Generated code cannot contain
   * circular references.
   */
  isCircular(item: Item, uid: string): boolean;
}

/** Assigns each resource its name and its group. */
export function layoutOf(snapshot: Snapshot, previous: Names, naming: NamingOptions): Layout {
  const names = namesOf(snapshot, previous, naming);
  const items = snapshot.resources.map((each) => itemOf(each, names, snapshot));
  const byKey = new Map(items.map((item) => [nameKey(item.definition.name, item.uid), item]));
  const find = (type: string, uid: string) => byKey.get(nameKey(type, uid));
  const references = items.flatMap(referencesOf);
  const outside = outsideOf(
    references.filter(({ type, uid }) => !find(type, uid)),
    new Set([...names.values(), ...naming.reserved]),
  );
  const used = items.flatMap(
    (item) => JSON.stringify(item.inputs).match(/(?<="kind":"builtInRole","name":")[^"]+/g) ?? [],
  );
  return {
    names,
    groups: groupsOf(items, snapshot),
    outside: [...outside.values()],
    builtInRoles: [...new Set(used)].sort(),
    find,
    findExternal: (type, uid) => outside.get(nameKey(type, uid))!,
    isCircular: (item, uid) => {
      const { name } = item.definition;
      const visited = new Set<string>();
      for (let next: string | undefined = uid; next !== undefined && !visited.has(next); ) {
        if (next === item.uid) return true;
        visited.add(next);
        next = find(name, next)
          ?.inputs.flatMap(({ value }) => referencesIn(value))
          .find(({ type }) => type === name)?.uid;
      }
      return false;
    },
  };
}

function itemOf(exported: Exported, names: Names, { builtInRoles }: Snapshot): Item {
  const { definition, resource } = exported;
  const uid = String(resource.uid);
  return {
    ...exported,
    uid,
    name: names.get(nameKey(definition.name, uid))!,
    inputs: inputsOf(definition, resource, builtInRoles),
    parentUid: parentUidOf(definition, uid),
    isOrganization: isOrganization(exported),
  };
}

/** Returns groups and their resources: parent groups before subgroups, resources after types they may belong to. */
function groupsOf(items: readonly Item[], snapshot: Snapshot): Layout["groups"] {
  const groups = items.filter(({ definition }) => definition.name === "Group");
  const uids = new Set(groups.map(({ uid }) => uid));
  const contents = new Map<string, Item[]>(groups.map(({ uid }) => [uid, []]));
  for (const item of items) contents.get(groupOf(snapshot, uids, item.uid))?.push(item);
  const order = new Map(exportedDefinitions.map((definition, index) => [definition.name, index]));
  const position = ({ definition }: Item) => order.get(definition.name)!;
  const depth = ({ uid }: Item) => uid.split("/").length;
  return groups
    .toSorted((one, other) => depth(one) - depth(other) || compare(one.name, other.name))
    .map((group) => ({
      group,
      items: contents
        .get(group.uid)!
        .toSorted((one, other) => position(one) - position(other) || compare(one.name, other.name)),
    }));
}

/** Compares code units, so that the order does not depend on the locale. */
export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface Referred {
  readonly type: ReferencedType;
  readonly uid: string;
  readonly title?: string | undefined;
}

/** Returns what a resource refers to, including its parent. */
export function referencesOf({ definition, resource, inputs, parentUid }: Item): readonly Referred[] {
  const parent = parentUid === undefined ? [] : [{ type: definition.parent.type, uid: parentUid }];
  const others = inputs.flatMap(({ name, value }) =>
    referencesIn(value).map(({ type, uid }) => ({ type, uid, title: hydratedName(definition, resource, name) })),
  );
  return [...parent, ...others];
}

/** Returns the name of what a field refers to, if the response contains it. */
function hydratedName({ fields }: ResourceDefinition, resource: JsonObject, field: string): string | undefined {
  const [hydrated] = Object.entries(fields).find(([, { hydratedFrom }]) => hydratedFrom === field) ?? [];
  const value = hydrated === undefined ? undefined : (resource[hydrated] as JsonObject | undefined);
  return typeof value?.name === "string" ? value.name : undefined;
}

function outsideOf(references: readonly Referred[], taken: Set<string>): Map<string, ExternalResource> {
  const found = new Map<string, ExternalResource>();
  const ordered = references.toSorted((one, other) => compare(one.uid, other.uid));
  for (const { type, uid, title } of ordered) {
    const key = nameKey(type, uid);
    if (found.has(key) || !isUid(uid)) continue;
    const name = uniqueName(title ?? `other ${type.toLowerCase()}`, uid, taken);
    taken.add(name);
    found.set(key, { type, uid, name, title });
  }
  return found;
}
