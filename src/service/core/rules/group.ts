import { depthOf, failedPrecondition, invalidArgument, isRoot } from "../../../api";
import { type ResourceDefinition, registry } from "../../../model";
import { counts, resources, searchIndex } from "../../store";
import { MAPPED_GROUP } from "./identity-provider";
import type { Rules } from "./rules";
import { blockedBy } from "./visibility";

/** The maximum number of levels of groups, including the root group. */
const MAX_DEPTH = 32;

/** The types whose resources block the deletion of their group, in the order in which they are checked. */
const blockingTypes: readonly ResourceDefinition[] = [
  registry.groups,
  registry.repos,
  registry.identities,
  registry.identityProviders,
  registry.roles,
];

/** The types whose resources are deleted with their group. */
const deletedWithGroup = ["RoleBinding", "GroupInvite", "AccountAssociation"];

export const group: Rules = {
  unique: ({ uid, fields: { name } }) =>
    isRoot(uid) ? [{ value: ["organization", String(name)], problem: `an organization named ${name}` }] : [],

  assign: ({ uid }) => (isRoot(uid) ? { kind: "ORG_KIND_CUSTOMER", status: "ORG_STATUS_READY" } : {}),

  async checkCreate(_checking, { uid }) {
    if (depthOf(uid) > MAX_DEPTH)
      throw invalidArgument({ path: ["parentUid"], problem: `is already ${MAX_DEPTH} levels deep, the maximum` });
  },

  async beforeDelete(context, { uid }) {
    const { tx, remove, removeChildren } = context;
    if (isRoot(uid)) throw failedPrecondition("ROOT_GROUP", "a root group cannot be deleted through the API", uid);
    for (const { name, plural } of blockingTypes) {
      const [child] = await resources.childrenOf(tx, name, uid, 1);
      if (child) throw blockedBy(context, "RESOURCE_NOT_EMPTY", `cannot delete group with child ${plural}`, child, uid);
    }
    const [provider] = await searchIndex.find(tx, "IdentityProvider", MAPPED_GROUP, [uid], { limit: 1 });
    if (provider !== undefined) {
      const use = "cannot delete group: a role mapping of an identity provider refers to it";
      throw blockedBy(context, "RESOURCE_IN_USE", use, { type: "IdentityProvider", uid: provider }, uid);
    }
    // Advisories cannot be deleted individually: they are managed by imports only.
    await removeChildren("Advisory", uid);
    for (const type of deletedWithGroup)
      for (const child of await resources.childrenOf(tx, type, uid)) await remove(child);
    await counts.removeAll(tx, uid);
  },
};
