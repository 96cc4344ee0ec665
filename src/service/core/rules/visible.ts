import { isRoot } from "../../../api";
import { definitionNamed } from "../../../model";
import { type Database, resources, type StoredResource } from "../../store";
import type { Access } from "../access";

/** Those of the resources that the caller could get by themselves, by uid; built-in roles are visible to everyone. */
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
