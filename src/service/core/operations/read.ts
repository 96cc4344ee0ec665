import { isUid, notFound } from "../../../api";
import type { JsonObject, ResourceDefinition } from "../../../model";
import { type Database, resources, type StoredResource } from "../../store";
import type { Access, Caller } from "../access";
import { type Checking, rulesOf } from "../rules";
import { present } from "./present";
import type { Settings } from "./types";

export function get(
  { store, access: known }: Settings,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
): Promise<JsonObject> {
  return known.reading(caller, async (access) =>
    present(store.db, access, definition, await findVisible(store.db, access, definition, uid)),
  );
}

/** The resource, if the caller may see it. Throws NOT_FOUND alike whether it is not there or not to be seen. */
export async function findVisible(
  db: Database,
  access: Access,
  definition: ResourceDefinition,
  uid: string,
): Promise<StoredResource> {
  const isVisible =
    isUid(uid) && (rulesOf(definition.name).public?.includes(uid) || access.has(readingNeeds(definition), uid));
  const found = isVisible ? await resources.get(db, definition.name, uid) : undefined;
  if (!found) throw notFound(definition.name, uid);
  return found;
}

/** Refuses a parent that is not there or not to be seen. A tentative check takes one that may be seen to be there. */
export async function checkParent(
  { db, access, isTentative }: Pick<Checking, "db" | "access" | "isTentative">,
  definition: ResourceDefinition,
  uid: string,
): Promise<void> {
  if (isTentative && isUid(uid) && access.has(readingNeeds(definition), uid)) return;
  await findVisible(db, access, definition, uid);
}

/** What reading a type needs, alone or in a list. */
export const readingNeeds = ({ capabilities }: ResourceDefinition) => capabilities.get ?? capabilities.list ?? [];
