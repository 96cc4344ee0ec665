import { isExpired } from "../../../access";
import { invalidArgument, rootOf } from "../../../api";
import { capabilitiesFor, type JsonObject, objectOrEmpty } from "../../../model";
import { resources, type StoredResource } from "../../store";
import { groupOf, hasExpired } from "../access";
import { checkGrant } from "./grants";
import { EXPIRES_FIELD } from "./group-invite";
import { MANAGED_BY } from "./managed-bindings";
import { isOwner, requireOwner } from "./owners";
import type { CheckContext, Rules } from "./rules";
import { getVisible } from "./visibility";

const text = (fields: JsonObject | undefined, name: string): string => String(fields?.[name] ?? "");

export const roleBinding: Rules = {
  indexEntries: (binding) => ({
    identity: [text(binding.fields, "identityUid")],
    role: [text(binding.fields, "roleUid")],
    group: [groupOf(binding)],
    ...(binding.fields.expirationTime ? { [EXPIRES_FIELD]: [text(binding.fields, "expirationTime")] } : {}),
    ...(binding.fields[MANAGED_BY] ? { [MANAGED_BY]: [text(binding.fields, MANAGED_BY)] } : {}),
  }),

  check: ({ expirationTime }, now, stored) =>
    expirationTime !== stored?.expirationTime && isExpired(expirationTime, now)
      ? [{ path: ["expirationTime"], problem: `must be in the future; the service's time is ${now}` }]
      : [],

  isReplaceable: hasExpired,

  async checkCreate(checking, binding) {
    await checkIdentity(checking, binding);
    await checkGrant(checking, binding, "roleUid");
  },

  /** A longer access is a grant like a create. A shorter one grants nothing, like a deletion. */
  async checkUpdate(checking, before, after) {
    const isOtherIdentity = after.fields.identityUid !== before.fields.identityUid;
    if (isOtherIdentity) await checkIdentity(checking, after);
    const isExtended = endOf(after) > endOf(before);
    if (isExtended) checking.access.require(capabilitiesFor("role_bindings").create, groupOf(after));
    if (isExtended || isOtherIdentity || after.fields.roleUid !== before.fields.roleUid)
      await checkGrant(checking, after, "roleUid");
  },

  async beforeUpdate({ tx, now }, before, after) {
    const isTakenAway =
      after.fields.identityUid !== before.fields.identityUid || !isOwner(after) || endOf(after) < endOf(before);
    if (isTakenAway) await requireOwner(tx, [before], now);
  },

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

/** Sorts after every timestamp. */
const NEVER = "9999-12-31T24";

/** Returns when the access of a role binding ends, as a text that sorts by time. */
const endOf = ({ fields }: StoredResource): string => text(fields, "expirationTime") || NEVER;

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
