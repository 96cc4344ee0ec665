import { isUid } from "../api";
import { definitionNamed, type ResourceDefinition } from "../model";
import { nounWithArticle } from "./names";

/** Import ids: a uid, or a path of names to the resource. Nothing here makes a request. */

/**
 * Parses an import id: returns a uid, the names of a path such as `acme/platform/ci-bot`, or undefined if it is
 * neither.
 */
export function parseImportId(definition: ResourceDefinition, id: string): string | readonly string[] | undefined {
  if (isUidOf(definition, id)) return id;
  const names = id.split("/");
  const isPath = !isUid(id) && names.every((name) => name.trim() !== "") && acceptsPath(definition, names);
  return isPath ? names : undefined;
}

/** Returns why an import id is invalid. */
export const importIdProblem = (definition: ResourceDefinition, id: string): string =>
  `${JSON.stringify(id)} is ${hasPath(definition) ? "neither" : "not"} the uid of ${nounWithArticle(definition)}${hasPath(definition) ? " nor a path to one" : ""}`;

/** Returns the import id formats of a type, as a phrase after "imported by". */
export function importIdFormats(definition: ResourceDefinition): string {
  const levels = isUidOf(definition, "0".repeat(40)) ? "" : ", at least one";
  const uid = `its uid (40 hexadecimal digits, followed by "/" and 16 digits for each level below the root${levels})`;
  const path = ", or its path of names from the organization, such as acme/platform/name";
  return hasPath(definition) ? uid + path : uid;
}

const isUidOf = (definition: ResourceDefinition, text: string): boolean =>
  isUid(text) && (isGroup(definition) || definition.uid === "parent" || text.includes("/"));

/** Returns whether a path with this many names can identify a resource of the type. */
const acceptsPath = (definition: ResourceDefinition, names: readonly string[]): boolean =>
  hasPath(definition) && names.length >= minPathLength(definition);

const isGroup = ({ name }: ResourceDefinition): boolean => name === "Group";

/** A type that has its parent's uid is identified by its parent's path. */
const hasPath = ({ fields, uid }: ResourceDefinition): boolean => uid === "parent" || Object.hasOwn(fields, "name");

/** Returns the length of the shortest path: 1 for groups, which may be organizations. */
const minPathLength = (definition: ResourceDefinition): number => {
  if (isGroup(definition)) return 1;
  return minPathLength(parentOf(definition)) + (definition.uid === "parent" ? 0 : 1);
};

export const parentOf = ({ parent }: ResourceDefinition): ResourceDefinition => definitionNamed(parent.type)!;
