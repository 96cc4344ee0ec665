import { isUid, notFound } from "../../../api";
import type { JsonObject, ResourceDefinition } from "../../../model";
import { type Database, resources, type StoredResource } from "../../store";
import type { Access, Caller } from "../access";
import { type CheckContext, rulesOf } from "../rules";
import { present } from "./present";
import type { Dependencies } from "./types";

export function get(
  { store, access: known }: Dependencies,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
): Promise<JsonObject> {
  return known.read(caller, async (access) =>
    present(store.db, access, definition, await findVisible(store.db, access, definition, uid)),
  );
}

/** Returns the resource if the caller can see it. Throws the same NOT_FOUND whether it does not exist or is hidden. */
export async function findVisible(
  db: Database,
  access: Access,
  definition: ResourceDefinition,
  uid: string,
): Promise<StoredResource> {
  const isVisible =
    isUid(uid) && (rulesOf(definition.name).publicUids?.includes(uid) || access.has(readCapabilities(definition), uid));
  const found = isVisible ? await resources.get(db, definition.name, uid) : undefined;
  if (!found) throw notFound(definition.name, uid);
  return found;
}

/**
 * Throws if a parent does not exist or is hidden. A tentative check assumes that a parent exists if the caller would be
 * allowed to see it.
 */
export async function checkParent(
  { db, access, isOptimistic }: Pick<CheckContext, "db" | "access" | "isOptimistic">,
  definition: ResourceDefinition,
  uid: string,
): Promise<void> {
  if (isOptimistic && isUid(uid) && access.has(readCapabilities(definition), uid)) return;
  await findVisible(db, access, definition, uid);
}

/** Returns the capabilities required to read resources of a type, individually or in a list. */
export const readCapabilities = ({ capabilities }: ResourceDefinition) => capabilities.get ?? capabilities.list ?? [];
