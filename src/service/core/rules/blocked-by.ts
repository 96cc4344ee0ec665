import { failedPrecondition, type PlatformError } from "../../../api";
import { definitionNamed } from "../../../model";
import type { Context } from "./rules";

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
  const { get, list = [] } = definitionNamed(type)!.capabilities;
  return failedPrecondition(reason, description, access.has(get ?? list, uid) ? uid : target);
}
