import { invalidArgument, isAtOrBelow, parentOf } from "../../../api";
import { builtInRoles, capabilitiesFor } from "../../../model";
import { resources, type StoredResource } from "../../store";
import { capabilitiesOf } from "../access";
import type { Checking } from "./rules";

/**
 * Rejects a resource whose field names a role that cannot be granted in its group: the role must be built in, or belong
 * to the group or an ancestor, and callers can grant only capabilities that they have.
 */
export const checkGrant = (
  checking: Checking,
  { parent, fields }: StoredResource,
  field: "roleUid" | "defaultRole",
): Promise<void> => checkRole(checking, { group: parent!, role: String(fields[field] ?? ""), path: [field] });

interface RoleGrant {
  readonly group: string;
  readonly role: string;
  /** The path of the role's field. */
  readonly path: readonly (string | number)[];
}

/** Rejects a role that cannot be granted in a group. */
export async function checkRole(
  { db, access }: Checking,
  { group: granted, role: uid, path }: RoleGrant,
): Promise<void> {
  const group = parentOf(uid);
  const isVisible =
    group === undefined
      ? builtInRoles.some((role) => role.uid === uid)
      : isAtOrBelow(granted, group) && access.has(capabilitiesFor("roles").get, uid);
  const found = isVisible ? await resources.get(db, "Role", uid) : undefined;
  if (!found)
    throw invalidArgument({
      path,
      problem: "must be the uid of a built-in role, or of a role of this group or an ancestor",
    });
  access.require(capabilitiesOf(found.fields.capabilities), granted);
}
