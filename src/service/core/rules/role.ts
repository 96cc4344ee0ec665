import { failedPrecondition } from "../../../api";
import { builtInRoles } from "../../../model";
import { resources, searchIndex } from "../../store";
import { capabilitiesOf } from "../access";
import { blockedBy } from "./blocked-by";
import { goodInviteFor } from "./group-invite";
import type { Context, Rules } from "./rules";

/** What names a role for as long as it is there, and how to say that it does. */
const uses = { RoleBinding: "is bound", IdentityProvider: "an identity provider names" };

const inUse = (
  context: Context,
  use: string,
  obstacle: { readonly type: string; readonly uid: string },
  role: string,
) => blockedBy(context, "RESOURCE_IN_USE", `cannot delete role that ${use}`, obstacle, role);

/** How many expired invites are read at a time. */
const PAGE = 100;

export const role: Rules = {
  public: builtInRoles.map(({ uid }) => uid),

  fixed: ({ uid, parent }) =>
    parent === null
      ? failedPrecondition("BUILT_IN_ROLE", "a built-in role can be neither changed nor deleted", uid)
      : undefined,

  /** A role may be bound already, so that whoever adds a capability to it may be granting it, perhaps to themselves. */
  async checkUpdate({ access }, before, after) {
    const had = new Set(capabilitiesOf(before.fields.capabilities));
    const added = capabilitiesOf(after.fields.capabilities).filter((capability) => !had.has(capability));
    access.require(added, after.parent!);
  },

  /** An invite that has expired keeps no role: it goes with it. */
  async beforeDelete(context, { uid }) {
    const { tx, now, remove } = context;
    for (const [type, use] of Object.entries(uses)) {
      const [user] = await searchIndex.find(tx, type, "role", [uid], { limit: 1 });
      if (user) throw inUse(context, use, { type, uid: user }, uid);
    }
    const invite = await goodInviteFor(tx, uid, now);
    if (invite) throw inUse(context, "an invite names", { type: "GroupInvite", uid: invite }, uid);
    for (let expired = PAGE; expired === PAGE; ) {
      const invites = await resources.having(tx, "GroupInvite", "role", [uid], PAGE);
      for (const each of invites) await remove(each);
      expired = invites.length;
    }
  },
};
