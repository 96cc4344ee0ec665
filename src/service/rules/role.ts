import { failedPrecondition } from "../../api";
import { builtInRoles } from "../../model";
import { capabilitiesOf } from "../access";
import { terms } from "../store";
import type { Rules } from "./rules";

/** What names a role, and how to say that it does. */
const uses = {
  RoleBinding: "is bound",
  IdentityProvider: "an identity provider names",
  GroupInvite: "an invite names",
};

export const role: Rules = {
  public: builtInRoles.map(({ uid }) => uid),

  fixed: ({ uid, parent }) =>
    parent === null
      ? failedPrecondition("BUILT_IN_ROLE", "a built-in role can be neither changed nor deleted", uid)
      : undefined,

  /** A role may be bound already, so that whoever adds a capability to it may be granting it, perhaps to themselves. */
  async beforeUpdate({ access }, before, after) {
    const had = new Set(capabilitiesOf(before.fields.capabilities));
    const added = capabilitiesOf(after.fields.capabilities).filter((capability) => !had.has(capability));
    access.demand(added, after.parent!);
  },

  async beforeDelete({ tx }, { uid }) {
    for (const [type, use] of Object.entries(uses)) {
      const [user] = await terms.find(tx, type, "role", [uid], 1);
      if (user) throw failedPrecondition("RESOURCE_IN_USE", `cannot delete role that ${use}`, user);
    }
  },
};
