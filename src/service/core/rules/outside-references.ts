import { isExpired } from "../../../access";
import { type Database, descendants, resources } from "../../store";
import type { Access } from "../access";
import { MAPPED_GROUP } from "./identity-provider";
import { blockedBy } from "./visibility";

/** References from outside a group that block its deletion, with their descriptions in errors. */
const blockers = [
  {
    type: "IdentityProvider",
    field: MAPPED_GROUP,
    use: "an identity provider outside the group maps roles to the group or to a descendant",
  },
  { type: "IdentityProvider", field: "role", use: "an identity provider outside the group uses one of its roles" },
  { type: "GroupInvite", field: "role", use: "an invite outside the group grants one of its roles" },
  { type: "RoleBinding", field: "role", use: "a role binding outside the group uses one of its roles" },
] as const;

/**
 * Throws FAILED_PRECONDITION if a resource outside a group, which would remain, refers to the group or one of its
 * descendants.
 */
export async function checkOutsideReferences(db: Database, access: Access, group: string, now: string): Promise<void> {
  for (const { type, field, use } of blockers) {
    const uid = await remainingReference(db, { type, field }, group, now);
    if (uid !== undefined)
      throw blockedBy(
        { access },
        "RESOURCE_IN_USE",
        `cannot delete group: ${use}; change or delete it first`,
        { type, uid },
        group,
      );
  }
}

/**
 * Returns the first reference that deleting the group would leave: bindings of its identities, and expired bindings and
 * invites with their role, are deleted with it.
 */
async function remainingReference(
  db: Database,
  named: descendants.ReferenceField,
  group: string,
  now: string,
): Promise<string | undefined> {
  const uids = await descendants.externalReferences(db, named, group);
  if (uids.length === 0 || named.type === "IdentityProvider") return uids[0];
  const found = [...(await resources.getMany(db, named.type, uids)).values()];
  return found.find(({ fields }) =>
    named.type === "GroupInvite"
      ? String(fields.expirationTime) > now
      : !String(fields.identityUid).startsWith(`${group}/`) && !isExpired(fields.expirationTime, now),
  )?.uid;
}
