import { isUid } from "../api";
import { definitionNamed, type ResourceDefinition } from "../model";
import { aNoun } from "./names";

/** Import ids: a uid, or a path of names to the resource. Nothing here makes a request. */

/**
 * Parses an import id: returns a uid, the names of a path such as `acme/platform/ci-bot`, or undefined if it is
 * neither.
 */
export function parseImportId(definition: ResourceDefinition, id: string): string | readonly string[] | undefined {
  if (isUidOf(definition, id)) return id;
  const names = id.split("/");
  const isPath = !isUid(id) && names.every((name) => name.trim() !== "") && takesPath(definition, names);
  return isPath ? names : undefined;
}

/** Returns the problem of an invalid import id. */
export const notAnImportId = (definition: ResourceDefinition, id: string): string =>
  `${JSON.stringify(id)} is not the uid of ${aNoun(definition)}${isNamed(definition) ? " nor a path to one" : ""}`;

/** Returns the import id formats of a type, as a phrase after "imported by". */
export function importIdForms(definition: ResourceDefinition): string {
  const own = isUidOf(definition, "0".repeat(40)) ? "" : ", of which there is at least one";
  const uid = `its uid: 40 hexadecimal digits, and "/" and 16 more for each level below the root${own}`;
  const path = "; or by the names that lead to it from the organization down, such as acme/platform/name";
  return isNamed(definition) ? uid + path : uid;
}

const isUidOf = (definition: ResourceDefinition, text: string): boolean =>
  isUid(text) && (isGroup(definition) || definition.uid === "parent" || text.includes("/"));

/** Returns whether a path with this many names can identify a resource of the type. */
const takesPath = (definition: ResourceDefinition, names: readonly string[]): boolean =>
  isNamed(definition) && names.length >= shortest(definition);

const isGroup = ({ name }: ResourceDefinition): boolean => name === "Group";

/** A type that has its parent's uid is identified by its parent's path. */
const isNamed = ({ fields, uid }: ResourceDefinition): boolean => uid === "parent" || Object.hasOwn(fields, "name");

/** Returns the length of the shortest path: 1 for groups, which may be organizations. */
const shortest = (definition: ResourceDefinition): number => {
  if (isGroup(definition)) return 1;
  return shortest(parentOf(definition)) + (definition.uid === "parent" ? 0 : 1);
};

export const parentOf = ({ parent }: ResourceDefinition): ResourceDefinition => definitionNamed(parent.type)!;
