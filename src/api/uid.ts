import { type ResourceDefinition, uidPattern } from "../model";
import { invalidArgument } from "./error";

/** Resource uids. A uid is a path: that of a child begins with its parent's uid and a slash. */

/** The maximum length of a uid, in characters: groups are nested at most 32 deep and contain repos with tags. */
const MAX_UID = 1024;

/**
 * Reports whether a string has the format of a uid: 40 hexadecimal digits, followed by a slash and 16 more for each
 * level below the root.
 */
export const isUid = (text: string): boolean => text.length <= MAX_UID && uidPattern.test(text);

/** Returns the value of an argument, which must be a uid. Throws INVALID_ARGUMENT. */
export function requireUid(argument: string, value: unknown): string {
  if (typeof value === "string" && isUid(value)) return value;
  throw invalidArgument({ path: [argument], problem: `must be a uid, not ${JSON.stringify(value)}` });
}

/** Returns the uid of the parent; undefined for root resources: root groups and built-in roles. */
export function parentOf(uid: string): string | undefined {
  const slash = uid.lastIndexOf("/");
  return slash < 0 ? undefined : uid.slice(0, slash);
}

/** Returns the uid of a resource's parent; for types whose uid equals their parent's, the uid itself. */
export const parentUidOf = (definition: ResourceDefinition, uid: string): string | undefined =>
  definition.uid === "parent" ? uid : parentOf(uid);

/** Returns the uid of the root group above a resource, or of the resource itself. */
export function rootOf(uid: string): string {
  const slash = uid.indexOf("/");
  return slash < 0 ? uid : uid.slice(0, slash);
}

/** Reports whether a uid is that of a root resource: an organization or a built-in role. */
export const isRoot = (uid: string): boolean => !uid.includes("/");

/** Returns the number of levels of a uid: 1 for a root group. */
export const depthOf = (uid: string): number => uid.split("/").length;

/** Reports whether `uid` is `ancestor` or a descendant of it. */
export const isAtOrBelow = (uid: string, ancestor: string): boolean =>
  uid === ancestor || uid.startsWith(`${ancestor}/`);

/** Returns the uid and those of all ancestors, nearest first. */
export function selfAndAncestors(uid: string): string[] {
  const parent = parentOf(uid);
  return parent === undefined ? [uid] : [uid, ...selfAndAncestors(parent)];
}
