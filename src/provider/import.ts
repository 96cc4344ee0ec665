import { isUid } from "../api";
import { findOne, type PlatformClient, type Selector } from "../client";
import { definitionNamed, type ResourceDefinition } from "../model";
import { aNoun, typeName } from "./names";
import { DiagnosticsError, errorDiagnostic, type IdentitySchema, type ImportRequest } from "./plugin";

/** How what exists is named when it is taken into the state. */

export const uidIdentity: IdentitySchema = {
  attributes: { uid: { type: "string", requiredForImport: true, description: "The uid." } },
};

export const identityOf = ({ uid }: Readonly<Record<string, unknown>>) => ({ uid: String(uid) });

/**
 * The uid that an import by uid or by identity names, or the names of the path that it gives: `acme/platform/ci-bot`.
 * Throws DiagnosticsError for what is neither.
 */
export function readImport(
  definition: ResourceDefinition,
  { id, identity }: ImportRequest,
): string | readonly string[] {
  const text = String(identity?.uid ?? id);
  if (isUidOf(definition, text)) return text;
  const names = text.split("/");
  const isPath = !identity && !isUid(text) && names.every((name) => name.trim() !== "") && takesPath(definition, names);
  if (!isPath) throw new DiagnosticsError([notImportable(definition, text)]);
  return names;
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

const parentOf = ({ parent }: ResourceDefinition): ResourceDefinition => definitionNamed(parent.type)!;

/**
 * Follows names from the organization down, one request for each. Throws PlatformError: NOT_FOUND, or
 * FAILED_PRECONDITION that lists the candidates where a name fits several.
 */
export async function resolvePath(
  client: PlatformClient,
  definition: ResourceDefinition,
  names: readonly string[],
  options: { readonly signal: AbortSignal },
): Promise<string> {
  if (definition.uid === "parent") return resolvePath(client, parentOf(definition), names, options);
  const [name = "", ...above] = [...names].reverse();
  const parent =
    above.length > 0 ? await resolvePath(client, parentOf(definition), above.reverse(), options) : undefined;
  const selector: Selector = parent === undefined ? { name } : { name, parentUid: parent };
  const { uid } = await findOne(client, definition, selector, options);
  return String(uid);
}

const notImportable = (definition: ResourceDefinition, text: string) => {
  const own = isUidOf(definition, "0".repeat(40)) ? "" : ", of which there is at least one";
  const uid = `its uid: 40 hexadecimal digits, and "/" and 16 more for every level below the top${own}`;
  const path = isNamed(definition)
    ? "; or by the names that lead to it from the organization down, such as acme/platform/name"
    : "";
  return errorDiagnostic(
    `${JSON.stringify(text)} is not the uid of ${aNoun(definition)}${path && " nor a path to one"}`,
    `A ${typeName(definition)} is imported by ${uid}${path}.`,
  );
};
