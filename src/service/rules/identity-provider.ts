import { capabilitiesFor } from "../../model";
import type { StoredResource } from "../store";
import { checkGrant } from "./grants";
import type { Rules } from "./rules";

export const identityProvider: Rules = {
  terms: ({ fields }) => ({ role: [String(fields.defaultRole)] }),

  beforeCreate: (context, provider) => checkGrant(context, provider, "defaultRole"),

  /**
   * Whoever changes how people log in decides who gets the role, so they must be able to grant it, changed or not. Who
   * has tokens made for another client can log in as whoever uses that, which is as good as assuming their identities.
   */
  async beforeUpdate(context, before, after) {
    await checkGrant(context, after, "defaultRole");
    if (clientOf(before) !== clientOf(after)) context.access.demand(capabilitiesFor("identity").update, after.parent!);
  },
};

const clientOf = ({ fields }: StoredResource): string => (fields.oidc as { readonly clientId: string }).clientId;
