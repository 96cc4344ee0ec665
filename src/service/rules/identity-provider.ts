import { changedFields } from "../../api";
import { capabilitiesFor, type ResourceDefinition, registry } from "../../model";
import { type StoredResource, sessions } from "../store";
import { checkGrant } from "./grants";
import type { Rules } from "./rules";

export const identityProvider: Rules = {
  terms: ({ fields }) => ({ role: [String(fields.defaultRole)] }),

  beforeCreate: (context, provider) => checkGrant(context, provider, "defaultRole"),

  /**
   * Whoever changes a provider decides who gets the role, so they must be able to grant it, changed or not. Whoever
   * decides which issuer and client vouch for people can log in as any of them, which is as good as updating their
   * identities.
   */
  async beforeUpdate(context, before, after) {
    await checkGrant(context, after, "defaultRole");
    if (changedFields(definition, before.fields, after.fields).includes("oidc"))
      context.access.demand(capabilitiesFor("identity").update, after.parent!);
    if (clientOf(before) !== clientOf(after)) await sessions.end(context.tx, "provider", after.uid);
  },

  beforeDelete: ({ tx }, { uid }) => sessions.end(tx, "provider", uid),
};

/** Who vouches for people, to whom: a session ends when either changes. */
function clientOf({ fields }: StoredResource): string {
  const { issuer, clientId } = fields.oidc as { readonly issuer: string; readonly clientId: string };
  return JSON.stringify([issuer, clientId]);
}

const definition: ResourceDefinition = registry.identityProviders;
