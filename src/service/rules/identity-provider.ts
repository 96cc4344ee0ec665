import { changedFields } from "../../api";
import { capabilitiesFor, type ResourceDefinition, registry } from "../../model";
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
  },
};

const definition: ResourceDefinition = registry.identityProviders;
