import { parentUidOf } from "../api";
import { camelCase, humanize, isJsonObject, type ResourceDefinition } from "../model";
import { type Exported, exportedDefinitions, type Names, type Snapshot } from "./snapshot";

/**
 * Names in code. A resource is named after the path of names below the exported group, so that its name depends on no
 * other resource. Where names collide, the resource that was created first keeps the name, and the others get a digest
 * from their uid, so that adding a resource never renames existing ones. Names that an earlier export gave are kept.
 */

/** The maximum length of a name before it is made unique. */
const MAX_LENGTH = 60;

/** The number of digits of a uid that distinguish resources with the same name. */
const DIGITS = 6;

export interface NamingOptions {
  /** Whether resources of different types need different names. */
  readonly isShared: boolean;
  /** Names that resources cannot have. */
  readonly reserved: readonly string[];
}

/** Returns the key of a resource's name: two types may share a uid. */
export const nameKey = (type: string, uid: string): string => `${type} ${uid}`;

/** Returns a name in snake_case for every resource: the previous one, if it has one. */
export function namesOf(snapshot: Snapshot, previous: Names, naming: NamingOptions): Names {
  const names = new Map<string, string>();
  const taken = new TakenNames(naming);
  const ordered = byTypeAndAge(snapshot.resources);
  for (const { definition, resource } of ordered) {
    const key = nameKey(definition.name, String(resource.uid));
    const name = previous.get(key);
    if (name !== undefined && taken.take(definition.name, name)) names.set(key, name);
  }
  const parents = new Map(
    ordered.filter(({ definition }) => isParent(definition)).map((each) => [String(each.resource.uid), each]),
  );
  for (const { definition, resource } of ordered) {
    const uid = String(resource.uid);
    const key = nameKey(definition.name, uid);
    if (names.has(key)) continue;
    const name = baseName(snapshot.top, parents, { definition, resource });
    const digest = lastSegment(uid);
    const candidates = [
      name,
      ...(taken.isTakenByOther(definition.name, name) ? [`${name}_${identifier(humanize(definition.name))}`] : []),
      `${name}_${digest.slice(0, DIGITS)}`,
      `${name}_${digest}`,
    ];
    // No two resources of a type have the same uid.
    names.set(key, candidates.find((candidate) => taken.take(definition.name, candidate))!);
  }
  return names;
}

class TakenNames {
  readonly #types = new Map<string, string>();
  readonly #isShared: boolean;

  constructor({ isShared, reserved }: NamingOptions) {
    this.#isShared = isShared;
    for (const each of reserved) this.#types.set(this.#key("", each), "");
  }

  take(type: string, name: string): boolean {
    const key = this.#key(type, name);
    if (this.#types.has(key)) return false;
    this.#types.set(key, type);
    return true;
  }

  isTakenByOther(type: string, name: string): boolean {
    return (this.#types.get(this.#key(type, name)) ?? type) !== type;
  }

  /** Without separators, since a camelCase name has none: `team_1` and `team1` become the same. */
  #key(type: string, name: string): string {
    return `${this.#isShared ? "" : type} ${name.replaceAll("_", "")}`;
  }
}

const isParent = ({ name }: ResourceDefinition): boolean =>
  exportedDefinitions.some(({ parent }) => parent.type === name);

const lastSegment = (uid: string): string => uid.slice(uid.lastIndexOf("/") + 1);

/** Orders resources by type and by their time of creation, so that later ones do not rename earlier ones. */
function byTypeAndAge(resources: readonly Exported[]): readonly Exported[] {
  const types = [...new Set(resources.map(({ definition }) => definition))];
  const key = ({ resource }: Exported) => `${resource.createTime} ${resource.uid}`;
  return types.flatMap((type) =>
    resources
      .filter(({ definition }) => definition === type)
      .toSorted((one, other) => (key(one) < key(other) ? -1 : 1)),
  );
}

type Parents = ReadonlyMap<string, Exported>;

/** Returns the name that a resource has unless another one has it. */
function baseName(top: string, parents: Parents, exported: Exported): string {
  const { definition, resource } = exported;
  const noun = identifier(humanize(definition.name));
  const own = identifier(ownName(definition, resource)) || noun;
  const above = prefixOf(top, parents, exported);
  // A name such as `payments-ci` in the group `payments` is not prefixed again.
  const name = above === "" || own === above || own.startsWith(`${above}_`) ? own : `${above}_${own}`;
  const fitting = name.slice(0, MAX_LENGTH).replace(/_+$/, "");
  return /^\d/.test(fitting) ? `${noun}_${fitting}` : fitting;
}

/** Returns the name of the parent below the top; empty for the top and its direct children. */
function prefixOf(top: string, parents: Parents, { definition, resource }: Exported): string {
  const uid = String(resource.uid);
  const parentUid = parentUidOf(definition, uid) ?? "";
  const parent = parents.get(parentUid);
  return uid === top || parentUid === top || !parent ? "" : baseName(top, parents, parent);
}

/** Returns a resource's name; without one, the names of the resources that it refers to. */
function ownName({ fields }: ResourceDefinition, resource: Readonly<Record<string, unknown>>): string {
  if (typeof resource.name === "string") return resource.name;
  const referred = Object.entries(fields).flatMap(([name, { hydratedFrom }]) => {
    const value = resource[name];
    const isReferred = hydratedFrom && hydratedFrom !== name && Object.hasOwn(fields, hydratedFrom);
    return isReferred && isJsonObject(value) ? [String(value.name)] : [];
  });
  return referred.join(" ");
}

/** Converts a text to snake_case; empty if it contains no letters or digits. */
const identifier = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

/** Converts a name in snake_case to kebab-case, as ids and file names are written. */
export const kebabCase = (name: string): string => name.replaceAll("_", "-");

/** Converts a name in snake_case to the name of a variable. */
export const variableName = (name: string): string => camelCase(name);

/** Returns a unique name for a resource outside the export. */
export function uniqueName(text: string, uid: string, taken: ReadonlySet<string>): string {
  const name = identifier(text) || "resource";
  const fitting = /^\d/.test(name) ? `resource_${name}` : name;
  const digest = lastSegment(uid);
  return [fitting, `${fitting}_${digest.slice(0, DIGITS)}`, `${fitting}_${digest}`].find((each) => !taken.has(each))!;
}
