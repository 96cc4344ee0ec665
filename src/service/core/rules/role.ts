import { failedPrecondition } from "../../../api";
import { builtInRoles } from "../../../model";
import { resources, searchIndex } from "../../store";
import { capabilitiesOf, groupOf } from "../access";
import { validInviteFor } from "./group-invite";
import type { Context, Rules } from "./rules";
import { blockedBy } from "./visibility";

/** The types whose references block the deletion of a role, with their descriptions in errors. */
const references = { RoleBinding: "a role binding binds it", IdentityProvider: "an identity provider uses it" };

const inUse = (context: Context, use: string, blocker: { readonly type: string; readonly uid: string }, role: string) =>
  blockedBy(context, "RESOURCE_IN_USE", `cannot delete role: ${use}`, blocker, role);

/** The number of expired invites read per statement. */
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

  /** Expired invites do not block the deletion; they are deleted with the role. */
  async beforeDelete(context, { uid }) {
    const { tx, now, remove } = context;
    for (const [type, use] of Object.entries(references)) {
      const [user] = await searchIndex.find(tx, type, "role", [uid], { limit: 1 });
      if (user) throw inUse(context, use, { type, uid: user }, uid);
    }
    const invite = await validInviteFor(tx, uid, now);
    if (invite) throw inUse(context, "an invite grants it", { type: "GroupInvite", uid: invite }, uid);
    for (let expired = PAGE; expired === PAGE; ) {
      const invites = await resources.findBy(tx, "GroupInvite", "role", [uid], PAGE);
      for (const each of invites) await remove(each);
      expired = invites.length;
    }
  },
};
