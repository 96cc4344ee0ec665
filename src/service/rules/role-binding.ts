import { invalidArgument, rootOf } from "../../api";
import { capabilitiesFor, type JsonObject } from "../../model";
import { resources, type StoredResource } from "../store";
import { checkGrant } from "./grants";
import { keepAnOwner } from "./owners";
import type { Context, Rules } from "./rules";

const text = (fields: JsonObject | undefined, name: string): string => String(fields?.[name] ?? "");

export const roleBinding: Rules = {
  terms: ({ parent, fields }) => ({
    identity: [text(fields, "identityUid")],
    role: [text(fields, "roleUid")],
    group: [parent!],
  }),

  async beforeCreate(context, binding) {
    await checkIdentity(context, binding);
    await checkGrant(context, binding, "roleUid");
  },

  async beforeUpdate(context, before, after) {
    if (after.fields.identityUid !== before.fields.identityUid) await checkIdentity(context, after);
    await checkGrant(context, after, "roleUid");
    await keepAnOwner(context.tx, [before], context.now);
  },

  beforeDelete: ({ tx, now }, binding) => keepAnOwner(tx, [binding], now),

  async hydrate(db, bindings) {
    const referenced = (type: string, uidOf: (binding: StoredResource) => string) =>
      resources.getMany(db, type, bindings.map(uidOf));
    const [identities, roles, groups] = await Promise.all([
      referenced("Identity", ({ fields }) => text(fields, "identityUid")),
      referenced("Role", ({ fields }) => text(fields, "roleUid")),
      referenced("Group", ({ parent }) => parent!),
    ]);
    return new Map(
      bindings.map(({ uid, parent, fields }) => [
        uid,
        {
          identity: identityOf(identities.get(text(fields, "identityUid"))),
          group: named(groups.get(parent!)),
          role: named(roles.get(text(fields, "roleUid"))),
        },
      ]),
    );
  },
};

/** The identity belongs to the group's organization: another organization's would be access that its owners do not see. */
async function checkIdentity({ tx, access }: Context, { parent, fields }: StoredResource): Promise<void> {
  const uid = text(fields, "identityUid");
  const isVisible = rootOf(uid) === rootOf(parent!) && access.holds(capabilitiesFor("identity").get, uid);
  if (!isVisible || !(await resources.get(tx, "Identity", uid)))
    throw invalidArgument({ path: ["identityUid"], problem: "is not the uid of an identity of this organization" });
}

const named = (resource: StoredResource | undefined): JsonObject => ({
  uid: resource?.uid ?? "",
  name: text(resource?.fields, "name"),
  description: text(resource?.fields, "description"),
});

function identityOf(identity: StoredResource | undefined): JsonObject {
  const claims = (identity?.fields.claimMatch ?? identity?.fields.staticKeys) as JsonObject | undefined;
  return {
    ...named(identity),
    subject: text(claims, "subject"),
    issuer: text(claims, "issuer"),
    email: text(identity?.fields, "email"),
  };
}
