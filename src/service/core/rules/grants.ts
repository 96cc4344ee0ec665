import { invalidArgument, isAtOrBelow, parentOf } from "../../../api";
import { builtInRoles, capabilitiesFor } from "../../../model";
import { resources, type StoredResource } from "../../store";
import { capabilitiesOf, groupOf } from "../access";
import type { CheckContext } from "./rules";

/**
 * Rejects a resource whose field names a role that cannot be granted in its group: the role must be built in, or belong
 * to the group or an ancestor, and callers can grant only capabilities that they have.
 */
export const checkGrant = (
  checking: CheckContext,
  resource: StoredResource,
  field: "roleUid" | "defaultRole",
): Promise<void> =>
  checkRole(checking, { group: groupOf(resource), role: String(resource.fields[field] ?? ""), path: [field] });

interface RoleGrant {
  readonly group: string;
  readonly role: string;
  /** The path of the role's field. */
  readonly path: readonly (string | number)[];
}

/** Rejects a role that cannot be granted in a group. */
export async function checkRole({ db, access }: CheckContext, { group, role: uid, path }: RoleGrant): Promise<void> {
  const owner = parentOf(uid);
  const isVisible =
    owner === undefined
      ? builtInRoles.some((each) => each.uid === uid)
      : isAtOrBelow(group, owner) && access.has(capabilitiesFor("roles").get, uid);
  const role = isVisible ? await resources.get(db, "Role", uid) : undefined;
  if (!role)
    throw invalidArgument({
      path,
      problem: "must be the uid of a built-in role, or of a role of this group or an ancestor",
    });
  access.require(capabilitiesOf(role.fields.capabilities), group);
}
