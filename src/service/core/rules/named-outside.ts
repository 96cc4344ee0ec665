import { type Database, descendants, resources } from "../../store";
import type { Access } from "../access";
import { blockedBy } from "./blocked-by";
import { MAPPED_GROUP } from "./identity-provider";

/** What outside a group keeps a group or a role at or below it from deletion, and how to say that it does. */
const blockers = [
  {
    type: "IdentityProvider",
    field: MAPPED_GROUP,
    use: "a role mapping of an identity provider outside it refers to it or a group below",
  },
  { type: "IdentityProvider", field: "role", use: "an identity provider outside it names one of its roles" },
  { type: "GroupInvite", field: "role", use: "an invite outside it names one of its roles" },
  { type: "RoleBinding", field: "role", use: "a role binding outside it binds one of its roles" },
] as const;

/**
 * Refuses to delete a group with all that is below it while something outside, which stays, names a part of it. Throws
 * FAILED_PRECONDITION.
 */
export async function checkNamedOutside(db: Database, access: Access, group: string, now: string): Promise<void> {
  for (const { type, field, use } of blockers) {
    const uid = await staying(db, { type, field }, group, now);
    if (uid !== undefined)
      throw blockedBy(
        { access },
        "RESOURCE_IN_USE",
        `cannot delete group: ${use}; change or delete that first`,
        { type, uid },
        group,
      );
  }
}

/** The first that a deletion of the group leaves: bindings of its identities go with it, and expired invites with their role. */
async function staying(
  db: Database,
  named: descendants.Naming,
  group: string,
  now: string,
): Promise<string | undefined> {
  const uids = await descendants.namingElsewhere(db, named, group);
  if (uids.length === 0 || named.type === "IdentityProvider") return uids[0];
  const found = [...(await resources.getMany(db, named.type, uids)).values()];
  return found.find(({ fields }) =>
    named.type === "GroupInvite"
      ? String(fields.expirationTime) > now
      : !String(fields.identityUid).startsWith(`${group}/`),
  )?.uid;
}
