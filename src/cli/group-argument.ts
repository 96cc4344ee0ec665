import { isUid } from "../api";
import { findOne, type PlatformClient } from "../client";
import { registry } from "../model";
import { CommandFailure } from "./failure";

/**
 * Returns the uid of a group that is given by its uid or by its path of names from the organization, such as
 * `acme/payments`. Throws PlatformError: NOT_FOUND, or FAILED_PRECONDITION with the candidates if a name is ambiguous.
 */
export async function groupUidOf(client: PlatformClient, group: string, option = "--group"): Promise<string> {
  if (isUid(group)) return group;
  const names = group.split("/");
  if (names.some((name) => name.trim() === ""))
    throw new CommandFailure(
      `${option} ${JSON.stringify(group)} must be a uid or a path of names, such as acme/payments`,
    );
  let parentUid: string | undefined;
  for (const name of names) {
    const found = await findOne(client, registry.groups, { name, parentUid });
    parentUid = found.uid;
  }
  return parentUid!;
}
