// generated from terraform provider schema

import { call, type IResolvable, Token } from "cdktf";

/**
 * Returns the uid of the parent of the resource with the given uid; null for a root group.
 * @param uid The uid of a resource.
 */
export function uidParent(uid: string): string {
  return Token.asString(call("provider::platform::uid_parent", [uid]));
}

/**
 * Returns the uid of the organization that the resource belongs to; for a root group, its own uid.
 * @param uid The uid of a resource.
 */
export function uidRoot(uid: string): string {
  return Token.asString(call("provider::platform::uid_root", [uid]));
}

/**
 * Returns whether the resource with the given uid is the ancestor itself or anywhere below it.
 * @param ancestor The uid of a group or another resource.
 * @param uid The uid of the resource that may be below it.
 */
export function uidContains(ancestor: string, uid: string): IResolvable {
  return call("provider::platform::uid_contains", [ancestor, uid]);
}
