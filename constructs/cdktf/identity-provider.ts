import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import type { IGroup } from "./group";
import type { IRole } from "./role";
import { validateAgainst } from "./validation";

export interface IdentityProviderProps
  extends Omit<bindings.identityProvider.IdentityProviderConfig, "groupUid" | "defaultRole"> {
  /** The organization: a group at the top. */
  readonly group: IGroup;
  /** The role that people are granted when they log in for the first time. */
  readonly defaultRole: IRole;
}

/** Where the people of an organization log in. */
export class IdentityProvider extends bindings.identityProvider.IdentityProvider {
  constructor(scope: Construct, id: string, { group, defaultRole, ...props }: IdentityProviderProps) {
    super(scope, id, { ...props, groupUid: group.uid, defaultRole: defaultRole.uid });
    validateAgainst(registry.identityProviders, this);
  }
}
