import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import type { IGroup } from "./group";
import type { IIdentity } from "./identity";
import type { IRole } from "./role";
import { validateAgainst } from "./validation";

export interface RoleBindingProps
  extends Omit<bindings.roleBinding.RoleBindingConfig, "groupUid" | "identityUid" | "roleUid"> {
  /** The group in which, and below which, the role holds. */
  readonly group: IGroup;
  readonly identity: IIdentity;
  readonly role: IRole;
}

/** Grants a role to an identity, within a group and everything below it. `group.grant` makes these. */
export class RoleBinding extends bindings.roleBinding.RoleBinding {
  constructor(scope: Construct, id: string, { group, identity, role, ...props }: RoleBindingProps) {
    super(scope, id, { ...props, groupUid: group.uid, identityUid: identity.uid, roleUid: role.uid });
    validateAgainst(registry.roleBindings, this);
  }
}
