import { randomBytes } from "node:crypto";
import { definitionOf, type JsonObject, type ResourceDefinition } from "../../../model";
import { type Database, resources, runConcurrently, type StoredResource, type Transaction } from "../../store";
import type { Caller } from "../access";
import { rulesOf, type WriteContext } from "../rules";
import { writeAuditEvent } from "./audit";

/**
 * Writes resources with their search index entries, unique values and assigned fields. Every resource write goes
 * through this module and writes an audit event.
 */

/** Returns a uid for a new resource: of an organization, or below a parent. */
const newUid = (parent: string | null): string =>
  parent === null ? randomBytes(20).toString("hex") : `${parent}/${randomBytes(8).toString("hex")}`;

/** Returns a new resource with these inputs, not yet stored. */
export function draft(
  definition: ResourceDefinition,
  parent: string | null,
  inputs: JsonObject,
  now: string,
  by?: Caller,
): StoredResource {
  const uid = definition.uid === "parent" && parent !== null ? parent : newUid(parent);
  const assigned = rulesOf(definition.name).assign?.({ uid, parent, createTime: now, fields: inputs }, by) ?? {};
  return { type: definition.name, uid, parent, createTime: now, updateTime: now, fields: { ...inputs, ...assigned } };
}

/** Stores a new resource, without the fields that only the response to its create contains. Throws ALREADY_EXISTS. */
export async function insert(
  writing: WriteContext,
  definition: ResourceDefinition,
  resource: StoredResource,
): Promise<void> {
  await removeReplaceable(writing, definition, resource);
  const kept = { ...resource, fields: withoutCreateOnlyFields(definition, resource.fields) };
  await runConcurrently([
    resources.insert(writing.tx, kept, indexOf(definition, kept)),
    writeAuditEvent(writing, definition, resource, { action: "create" }),
  ]);
}

/** Deletes the resource with the same unique values as a new one if the new one replaces it. */
async function removeReplaceable(
  writing: WriteContext,
  definition: ResourceDefinition,
  resource: StoredResource,
): Promise<void> {
  const { isReplaceable } = rulesOf(definition.name);
  const uid = isReplaceable && (await uidWithSameValues(writing.tx, definition, resource));
  const found = uid === undefined ? undefined : await resources.get(writing.tx, definition.name, uid);
  if (found && isReplaceable?.(found, writing.now)) await remove(writing, found);
}

/** Stores the next version of a resource; `mask` names the changed fields. Throws ALREADY_EXISTS. */
export async function replace(
  writing: WriteContext,
  definition: ResourceDefinition,
  resource: StoredResource,
  mask: readonly string[],
): Promise<void> {
  await replaceWithoutEvent(writing.tx, definition, resource);
  await writeAuditEvent(writing, definition, resource, { action: "update", fields: mask });
}

/** Stores the next version of a resource without an update event, for changes that have an audit event of their own. */
export const replaceWithoutEvent = (
  tx: Transaction,
  definition: ResourceDefinition,
  resource: StoredResource,
): Promise<void> => resources.update(tx, resource, indexOf(definition, resource));

/** Deletes a resource, but not its children. */
export async function remove(writing: WriteContext, resource: StoredResource): Promise<void> {
  await resources.remove(writing.tx, resource);
  await writeAuditEvent(writing, definitionOf(resource.type), resource, { action: "delete" });
}

/** Deletes all resources of a type directly below a resource that is being deleted, with a single audit event. */
export async function removeChildren(writing: WriteContext, type: string, parent: string): Promise<void> {
  const count = await resources.removeChildren(writing.tx, type, parent);
  const none = { uid: parent, fields: {} };
  if (count > 0) await writeAuditEvent(writing, definitionOf(type), none, { action: "delete", count });
}

const withoutCreateOnlyFields = ({ fields }: ResourceDefinition, value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !fields[name]?.onlyInCreate));

function indexOf(definition: ResourceDefinition, resource: StoredResource): resources.Index {
  const { indexEntries, unique } = rulesOf(definition.name);
  return {
    entries: indexEntries?.(resource) ?? {},
    unique: [...(unique?.(resource) ?? []), ...uniqueInParent(definition, resource)].map(({ value, problem }) => ({
      value: JSON.stringify(value),
      problem,
    })),
  };
}

/** Returns the uid of the resource in the same parent that has the same unique values. */
export async function uidWithSameValues(
  db: Database,
  definition: ResourceDefinition,
  resource: Pick<StoredResource, "parent" | "fields">,
): Promise<string | undefined> {
  const [unique] = uniqueInParent(definition, resource);
  return unique && resources.uidByUniqueValue(db, definition.name, unique.value);
}

function uniqueInParent(
  { name, unique, parent }: ResourceDefinition,
  resource: Pick<StoredResource, "parent" | "fields">,
) {
  if (!unique) return [];
  const values = unique.map((field) => String(resource.fields[field] ?? ""));
  const described = unique.map((field, index) => `${field} ${values[index]}`).join(" and ");
  const owner = `${parent.type} ${resource.parent} has`;
  return [
    {
      value: [name, resource.parent ?? "", ...values],
      problem: described ? `${owner} a ${name} with ${described}` : `${owner} its ${name}`,
    },
  ];
}
