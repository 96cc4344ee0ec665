import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import type { IGroup } from "./group";
import { organizationProblem, roleProblem } from "./hierarchy";
import { configOf } from "./references";
import { referentOf } from "./referents";
import type { IRole } from "./role";
import { validateAgainst } from "./validation";

export interface IdentityProviderProps
  extends Omit<bindings.identityProvider.IdentityProviderConfig, "groupUid" | "defaultRole"> {
  /** The organization: a root group. */
  readonly group: IGroup;
  /** The role granted to users on their first login. */
  readonly defaultRole: IRole;
}

/** An identity provider where an organization's users log in. */
export class IdentityProvider extends checked(registry.identityProviders, bindings.identityProvider.IdentityProvider) {
  constructor(scope: Construct, id: string, props: IdentityProviderProps) {
    super(scope, id, configOf(registry.identityProviders, scope, id, props));
    const group = referentOf(this, "groupUid", props.group);
    const defaultRole = referentOf(this, "defaultRole", props.defaultRole);
    validateAgainst(registry.identityProviders, this, () => [
      ...organizationProblem(group()),
      ...roleProblem("defaultRole", group(), defaultRole()),
    ]);
  }
}
