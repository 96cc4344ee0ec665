import { invalidArgument, isAtOrBelow, parentOf } from "../../api";
import { builtInRoles, capabilitiesFor } from "../../model";
import { capabilitiesOf } from "../access";
import { resources, type StoredResource } from "../store";
import type { Context } from "./rules";

/**
 * Refuses a resource whose field names a role that cannot be granted in its group: the role is built in or one of the
 * group's own or of a group above, and nobody grants what they do not hold.
 */
export async function checkGrant(
  { tx, access }: Context,
  { parent, fields }: StoredResource,
  field: "roleUid" | "defaultRole",
): Promise<void> {
  const uid = String(fields[field] ?? "");
  const group = parentOf(uid);
  const isVisible =
    group === undefined
      ? builtInRoles.some((role) => role.uid === uid)
      : isAtOrBelow(parent!, group) && access.holds(capabilitiesFor("roles").get, uid);
  const found = isVisible ? await resources.get(tx, "Role", uid) : undefined;
  if (!found)
    throw invalidArgument({
      path: [field],
      problem: "is not the uid of a built-in role, or of a role of this group or of one above it",
    });
  access.demand(capabilitiesOf(found.fields.capabilities), parent!);
}
