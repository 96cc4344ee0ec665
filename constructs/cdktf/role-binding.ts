import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { duplicateProblem, registerBinding } from "./duplicate-bindings";
import type { IGroup } from "./group";
import { identityProblem, roleProblem } from "./hierarchy";
import type { IIdentity } from "./identity";
import { configOf } from "./references";
import { referentOf } from "./referents";
import type { IRole } from "./role";
import { validateAgainst } from "./validation";

export interface RoleBindingProps
  extends Omit<bindings.roleBinding.RoleBindingConfig, "groupUid" | "identityUid" | "roleUid"> {
  /** The group in which the role is granted, including everything below it. */
  readonly group: IGroup;
  readonly identity: IIdentity;
  readonly role: IRole;
}

/** Grants a role to an identity, in a group and everything below it. `group.grant` creates role bindings. */
export class RoleBinding extends checked(registry.roleBindings, bindings.roleBinding.RoleBinding) {
  constructor(scope: Construct, id: string, props: RoleBindingProps) {
    super(scope, id, configOf(registry.roleBindings, scope, id, props));
    const group = referentOf(this, "groupUid", props.group);
    const identity = referentOf(this, "identityUid", props.identity);
    const role = referentOf(this, "roleUid", props.role);
    validateAgainst(registry.roleBindings, this, () => [
      ...identityProblem(group(), identity()),
      ...roleProblem("role", group(), role()),
      ...duplicateProblem(this),
    ]);
    registerBinding(this, props);
  }
}
