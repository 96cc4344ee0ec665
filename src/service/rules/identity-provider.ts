import { checkGrant } from "./grants";
import type { Rules } from "./rules";

export const identityProvider: Rules = {
  terms: ({ fields }) => ({ role: [String(fields.defaultRole)] }),

  beforeCreate: (context, provider) => checkGrant(context, provider, "defaultRole"),

  /** Whoever changes how people log in decides who gets the role, so they must be able to grant it, changed or not. */
  beforeUpdate: (context, _before, after) => checkGrant(context, after, "defaultRole"),
};
