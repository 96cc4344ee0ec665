import { isUid } from "../api";
import { definitionNamed, type ResourceDefinition } from "../model";
import { aNoun } from "./names";

/** The ids by which resources are imported: a uid, or the names that lead to the resource. Nothing here makes a request. */

/** The uid that an id is, or the names of the path that it is, such as `acme/platform/ci-bot`; undefined if it is neither. */
export function parseImportId(definition: ResourceDefinition, id: string): string | readonly string[] | undefined {
  if (isUidOf(definition, id)) return id;
  const names = id.split("/");
  const isPath = !isUid(id) && names.every((name) => name.trim() !== "") && takesPath(definition, names);
  return isPath ? names : undefined;
}

/** What is wrong with an id that is none. */
export const notAnImportId = (definition: ResourceDefinition, id: string): string =>
  `${JSON.stringify(id)} is not the uid of ${aNoun(definition)}${isNamed(definition) ? " nor a path to one" : ""}`;

/** The ids that a type takes, to be read after "imported by". */
export function importIdForms(definition: ResourceDefinition): string {
  const own = isUidOf(definition, "0".repeat(40)) ? "" : ", of which there is at least one";
  const uid = `its uid: 40 hexadecimal digits, and "/" and 16 more for every level below the top${own}`;
  const path = "; or by the names that lead to it from the organization down, such as acme/platform/name";
  return isNamed(definition) ? uid + path : uid;
}

const isUidOf = (definition: ResourceDefinition, text: string): boolean =>
  isUid(text) && (isGroup(definition) || definition.uid === "parent" || text.includes("/"));

/** Whether a path of so many names can lead to something of the type. */
const takesPath = (definition: ResourceDefinition, names: readonly string[]): boolean =>
  isNamed(definition) && names.length >= shortest(definition);

const isGroup = ({ name }: ResourceDefinition): boolean => name === "Group";

/** Where a type's own uid is its parent's, the parent's path leads to it. */
const isNamed = ({ fields, uid }: ResourceDefinition): boolean => uid === "parent" || Object.hasOwn(fields, "name");

/** How many names the shortest path has: a group's is that of an organization. */
const shortest = (definition: ResourceDefinition): number => {
  if (isGroup(definition)) return 1;
  return shortest(parentOf(definition)) + (definition.uid === "parent" ? 0 : 1);
};

export const parentOf = ({ parent }: ResourceDefinition): ResourceDefinition => definitionNamed(parent.type)!;
