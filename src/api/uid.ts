import { type ResourceDefinition, uidPattern } from "../model";

/** uids are paths: what stands below something begins with its uid and a slash. */

/** Groups are 32 deep at most, and hold repos with tags: no uid is longer, in characters. */
const MAX_UID = 1024;

/** Whether a text could be a uid: 40 hexadecimal digits, and a slash and 16 more for every level below. */
export const isUid = (text: string): boolean => text.length <= MAX_UID && uidPattern.test(text);

/** The uid of what holds this one; undefined for what stands at the top: root groups and built-in roles. */
export function parentOf(uid: string): string | undefined {
  const slash = uid.lastIndexOf("/");
  return slash < 0 ? undefined : uid.slice(0, slash);
}

/** The uid of what holds a resource of the type: above its own, or the same where a type has no segment of its own. */
export const parentUidOf = (definition: ResourceDefinition, uid: string): string | undefined =>
  definition.uid === "parent" ? uid : parentOf(uid);

/** The uid of the root group above, or of the resource itself. */
export const rootOf = (uid: string): string => uid.split("/", 1)[0]!;

/** Whether it stands at the top: an organization, or a built-in role. */
export const isRoot = (uid: string): boolean => !uid.includes("/");

/** How many levels a uid has: 1 for a root group. */
export const depthOf = (uid: string): number => uid.split("/").length;

/** Whether `uid` is `ancestor` or anything below it. */
export const isAtOrBelow = (uid: string, ancestor: string): boolean =>
  uid === ancestor || uid.startsWith(`${ancestor}/`);

/** The uid itself and everything above it, nearest first. */
export function selfAndAncestors(uid: string): string[] {
  const parent = parentOf(uid);
  return parent === undefined ? [uid] : [uid, ...selfAndAncestors(parent)];
}
