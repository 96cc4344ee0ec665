import { failedPrecondition, type PlatformError } from "../../../api";
import { definitionNamed } from "../../../model";
import type { Context } from "./rules";

/** What keeps something from deletion. */
interface Obstacle {
  /** The name of its type. */
  readonly type: string;
  readonly uid: string;
}

/** Refuses to delete for what stands in the way. It is named to those alone who may see it; to others, what they ask to delete. */
export function blockedBy(
  { access }: Pick<Context, "access">,
  reason: string,
  description: string,
  { type, uid }: Obstacle,
  asked: string,
): PlatformError {
  const { get, list = [] } = definitionNamed(type)!.capabilities;
  return failedPrecondition(reason, description, access.has(get ?? list, uid) ? uid : asked);
}
