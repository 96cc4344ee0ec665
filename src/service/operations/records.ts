import { randomBytes } from "node:crypto";
import type { ResourceDefinition } from "../../model";
import { rulesOf } from "../rules";
import { type Database, resources, type StoredResource } from "../store";
import type { JsonObject } from "./types";

/** Resources with all that follows from what they hold: terms, uniqueness, what the service assigns. */

/** A uid for a new resource: an organization's, or one below a parent. */
export const newUid = (parent: string | null): string =>
  parent === null ? randomBytes(20).toString("hex") : `${parent}/${randomBytes(8).toString("hex")}`;

/** A new resource with these inputs, not stored yet. */
export function draft(
  definition: ResourceDefinition,
  parent: string | null,
  inputs: JsonObject,
  now: string,
): StoredResource {
  const uid = definition.uid === "parent" && parent !== null ? parent : newUid(parent);
  const assigned = rulesOf(definition.name).assign?.({ uid, parent }) ?? {};
  return { type: definition.name, uid, parent, createTime: now, updateTime: now, fields: { ...inputs, ...assigned } };
}

/** Stores a new resource. Throws ALREADY_EXISTS. */
export const insert = (tx: Database, definition: ResourceDefinition, resource: StoredResource): Promise<void> =>
  resources.insert(tx, resource, indexOf(definition, resource));

/** Stores the next version of a resource. Throws ALREADY_EXISTS. */
export const replace = (tx: Database, definition: ResourceDefinition, resource: StoredResource): Promise<void> =>
  resources.update(tx, resource, indexOf(definition, resource));

function indexOf(definition: ResourceDefinition, resource: StoredResource): resources.Index {
  const { terms, unique } = rulesOf(definition.name);
  const further = unique?.(resource) ?? [];
  return {
    terms: terms?.(resource) ?? {},
    unique: [...further, ...uniqueInParent(definition, resource)].map(({ value, problem }) => ({
      value: JSON.stringify(value),
      problem,
    })),
  };
}

function uniqueInParent({ name, unique, parent }: ResourceDefinition, resource: StoredResource) {
  if (!unique) return [];
  const values = unique.map((field) => String(resource.fields[field] ?? ""));
  const said = unique.map((field, index) => `${field} ${values[index]}`).join(" and ");
  return [
    {
      value: [name, resource.parent ?? "", ...values],
      problem: `${parent.type} ${resource.parent} has a ${name} with ${said}`,
    },
  ];
}
