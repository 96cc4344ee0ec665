import { failedPrecondition, isRoot, type PlatformError } from "../../../api";
import { definitionNamed } from "../../../model";
import { type Database, resources, type StoredResource } from "../../store";
import type { Access } from "../access";
import type { Context } from "./rules";

/** Returns the resources, by uid, that the caller could read directly; built-in roles are visible to everyone. */
export function getVisible(
  db: Database,
  access: Access,
  type: "Group" | "Identity" | "Role",
  uids: readonly string[],
): Promise<ReadonlyMap<string, StoredResource>> {
  const visible = uids.filter((uid) => (type === "Role" && isRoot(uid)) || canRead(access, type, uid));
  return resources.getMany(db, type, visible);
}

/** Returns whether the caller could read a resource of a type directly. */
function canRead(access: Access, type: string, uid: string): boolean {
  const { get, list } = definitionNamed(type)?.capabilities ?? {};
  const needed = get ?? list;
  return needed !== undefined && access.has(needed, uid);
}

/** A resource that blocks a deletion. */
interface Blocker {
  /** The name of its type. */
  readonly type: string;
  readonly uid: string;
}

/**
 * Returns the error of a deletion that is blocked by a resource. Names the blocking resource if the caller can see it,
 * and otherwise the resource to delete.
 */
export function blockedBy(
  { access }: Pick<Context, "access">,
  reason: string,
  description: string,
  { type, uid }: Blocker,
  target: string,
): PlatformError {
  return failedPrecondition(reason, description, canRead(access, type, uid) ? uid : target);
}
