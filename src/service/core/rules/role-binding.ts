import { invalidArgument, rootOf } from "../../../api";
import { capabilitiesFor, type JsonObject, objectOrEmpty } from "../../../model";
import { resources, type StoredResource } from "../../store";
import { groupOf } from "../access";
import { checkGrant } from "./grants";
import { MANAGED_BY } from "./managed-bindings";
import { requireOwner } from "./owners";
import type { CheckContext, Rules } from "./rules";
import { getVisible } from "./visibility";

const text = (fields: JsonObject | undefined, name: string): string => String(fields?.[name] ?? "");

export const roleBinding: Rules = {
  indexEntries: (binding) => ({
    identity: [text(binding.fields, "identityUid")],
    role: [text(binding.fields, "roleUid")],
    group: [groupOf(binding)],
    ...(binding.fields[MANAGED_BY] ? { [MANAGED_BY]: [text(binding.fields, MANAGED_BY)] } : {}),
  }),

  async checkCreate(checking, binding) {
    await checkIdentity(checking, binding);
    await checkGrant(checking, binding, "roleUid");
  },

  async checkUpdate(checking, before, after) {
    if (after.fields.identityUid !== before.fields.identityUid) await checkIdentity(checking, after);
    await checkGrant(checking, after, "roleUid");
  },

  beforeUpdate: ({ tx, now }, before) => requireOwner(tx, [before], now),

  beforeDelete: ({ tx, now }, binding) => requireOwner(tx, [binding], now),

  async hydrate(db, access, bindings) {
    const referenced = (type: "Group" | "Identity" | "Role", uidOf: (binding: StoredResource) => string) =>
      getVisible(db, access, type, bindings.map(uidOf));
    const [identities, roles, groups] = await Promise.all([
      referenced("Identity", ({ fields }) => text(fields, "identityUid")),
      referenced("Role", ({ fields }) => text(fields, "roleUid")),
      referenced("Group", groupOf),
    ]);
    return new Map(
      bindings.map((binding) => [
        binding.uid,
        {
          identity: identityOf(text(binding.fields, "identityUid"), identities),
          group: summaryOf(groupOf(binding), groups),
          role: summaryOf(text(binding.fields, "roleUid"), roles),
        },
      ]),
    );
  },
};

/**
 * The identity must belong to the group's organization: access of another organization's identity would be invisible to
 * the owners.
 */
async function checkIdentity({ db, access }: CheckContext, binding: StoredResource): Promise<void> {
  const uid = text(binding.fields, "identityUid");
  const isVisible = rootOf(uid) === rootOf(binding.uid) && access.has(capabilitiesFor("identity").get, uid);
  if (!isVisible || !(await resources.get(db, "Identity", uid)))
    throw invalidArgument({ path: ["identityUid"], problem: "must be the uid of an identity of this organization" });
}

/** Returns only the uid of a resource that the caller cannot see. */
const summaryOf = (uid: string, visible: ReadonlyMap<string, StoredResource>): JsonObject => ({
  uid,
  name: text(visible.get(uid)?.fields, "name"),
  description: text(visible.get(uid)?.fields, "description"),
});

function identityOf(uid: string, visible: ReadonlyMap<string, StoredResource>): JsonObject {
  const identity = visible.get(uid);
  const claims = objectOrEmpty(identity?.fields.claimMatch ?? identity?.fields.staticKeys);
  return {
    ...summaryOf(uid, visible),
    subject: text(claims, "subject"),
    issuer: text(claims, "issuer"),
    email: text(identity?.fields, "email"),
  };
}
