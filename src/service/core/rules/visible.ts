import { isRoot } from "../../../api";
import { definitionNamed } from "../../../model";
import { type Database, resources, type StoredResource } from "../../store";
import type { Access } from "../access";

/** Returns the resources, by uid, that the caller could read directly; built-in roles are visible to everyone. */
export function getVisible(
  db: Database,
  access: Access,
  type: "Group" | "Identity" | "Role",
  uids: readonly string[],
): Promise<ReadonlyMap<string, StoredResource>> {
  const { get, list = [] } = definitionNamed(type)!.capabilities;
  const visible = uids.filter((uid) => (type === "Role" && isRoot(uid)) || access.has(get ?? list, uid));
  return resources.getMany(db, type, visible);
}
