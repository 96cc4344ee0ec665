import { depthOf, failedPrecondition, invalidArgument, isRoot } from "../../../api";
import { definitionNamed, type ResourceDefinition } from "../../../model";
import { counts, resources, searchIndex } from "../../store";
import { blockedBy } from "./blocked-by";
import { MAPPED_GROUP } from "./identity-provider";
import type { Rules } from "./rules";

/** How many levels of groups there may be, the organization's own among them. */
const MAX_DEPTH = 32;

/** What keeps a group from deletion, in the order in which it is looked for. */
const keeping = ["Group", "Repo", "Identity", "IdentityProvider", "Role"].map(
  (name) => definitionNamed(name) as ResourceDefinition,
);

/** What is deleted with its group. */
const goingAlong = ["RoleBinding", "GroupInvite", "AccountAssociation"];

export const group: Rules = {
  unique: ({ uid, fields: { name } }) =>
    isRoot(uid) ? [{ value: ["organization", String(name)], problem: `an organization named ${name}` }] : [],

  assign: ({ uid }) => (isRoot(uid) ? { kind: "ORG_KIND_CUSTOMER", status: "ORG_STATUS_READY" } : {}),

  async checkCreate(_checking, { uid }) {
    if (depthOf(uid) > MAX_DEPTH)
      throw invalidArgument({ path: ["parentUid"], problem: `is ${MAX_DEPTH} levels deep, and groups go no deeper` });
  },

  async beforeDelete(context, { uid }) {
    const { tx, remove, removeChildren } = context;
    if (isRoot(uid)) throw failedPrecondition("ROOT_GROUP", "a root group cannot be deleted through the API", uid);
    for (const { name, plural } of keeping) {
      const [child] = await resources.childrenOf(tx, name, uid, 1);
      if (child) throw blockedBy(context, "RESOURCE_NOT_EMPTY", `cannot delete group with child ${plural}`, child, uid);
    }
    const [provider] = await searchIndex.find(tx, "IdentityProvider", MAPPED_GROUP, [uid], { limit: 1 });
    if (provider !== undefined) {
      const use = "cannot delete group that a role mapping of an identity provider refers to";
      throw blockedBy(context, "RESOURCE_IN_USE", use, { type: "IdentityProvider", uid: provider }, uid);
    }
    // Nobody could delete them before: they come and go by imports alone.
    await removeChildren("Advisory", uid);
    for (const type of goingAlong) for (const child of await resources.childrenOf(tx, type, uid)) await remove(child);
    await counts.forget(tx, uid);
  },
};
