import { failedPrecondition } from "../../../api";
import { builtInRoles } from "../../../model";
import { resources, type StoredResource, searchIndex } from "../../store";
import { capabilitiesOf, groupOf, hasExpired } from "../access";
import { validInviteFor } from "./group-invite";
import type { Context, Rules } from "./rules";
import { blockedBy } from "./visibility";

const inUse = (context: Context, use: string, blocker: { readonly type: string; readonly uid: string }, role: string) =>
  blockedBy(context, "RESOURCE_IN_USE", `cannot delete role: ${use}`, blocker, role);

/** The number of expired references read per statement. */
const PAGE = 100;

export const role: Rules = {
  publicUids: builtInRoles.map(({ uid }) => uid),

  readOnly: ({ uid, parent }) =>
    parent === null
      ? failedPrecondition("BUILT_IN_ROLE", "built-in roles cannot be changed or deleted", uid)
      : undefined,

  /** The role may already be bound, so adding a capability can grant it, even to the caller. */
  async checkUpdate({ access }, before, after) {
    const had = new Set(capabilitiesOf(before.fields.capabilities));
    const added = capabilitiesOf(after.fields.capabilities).filter((capability) => !had.has(capability));
    access.require(added, groupOf(after));
  },

  /** Expired role bindings and invites do not block the deletion; they are deleted with the role. */
  async beforeDelete(context, { uid }) {
    const { tx, now } = context;
    await removeReferences(context, "RoleBinding", uid, (bindings) => {
      const active = bindings.find((binding) => !hasExpired(binding, now));
      if (active) throw inUse(context, "a role binding uses it", active, uid);
    });
    const [provider] = await searchIndex.find(tx, "IdentityProvider", "role", [uid], { limit: 1 });
    if (provider)
      throw inUse(context, "an identity provider uses it", { type: "IdentityProvider", uid: provider }, uid);
    const invite = await validInviteFor(tx, uid, now);
    if (invite) throw inUse(context, "an invite grants it", { type: "GroupInvite", uid: invite }, uid);
    await removeReferences(context, "GroupInvite", uid);
  },
};

/** Deletes all resources of a type that grant a role, unless `check` throws. */
async function removeReferences(
  { tx, remove }: Context,
  type: string,
  role: string,
  check: (found: readonly StoredResource[]) => void = () => {},
): Promise<void> {
  for (let count = PAGE; count === PAGE; ) {
    const found = await resources.findBy(tx, type, "role", [role], PAGE);
    check(found);
    for (const each of found) await remove(each);
    count = found.length;
  }
}
