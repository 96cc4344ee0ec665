import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { duplicateProblem, registerBinding } from "./duplicate-bindings";
import { identityProblem, roleProblem } from "./hierarchy";
import type { IGroup, IIdentity, IRole, IRoleBinding, RoleBindingReferences } from "./interfaces";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface RoleBindingProps
  extends Omit<bindings.roleBinding.RoleBindingConfig, "groupUid" | "identityUid" | "roleUid">,
    RoleBindingReferences {}

/** Grants a role to an identity, in a group and everything below it. `group.grant` creates role bindings. */
export class RoleBinding
  extends checked(registry.roleBindings, bindings.roleBinding.RoleBinding)
  implements IRoleBinding
{
  readonly #group: () => IGroup | Identified;
  readonly #identity: () => IIdentity | Identified;
  readonly #role: () => IRole | Identified;

  constructor(scope: Construct, id: string, props: RoleBindingProps) {
    super(scope, id, configOf(registry.roleBindings, scope, id, props));
    this.#group = referentOf(this, "groupUid", props.group);
    this.#identity = referentOf(this, "identityUid", props.identity);
    this.#role = referentOf(this, "roleUid", props.role);
    validateAgainst(registry.roleBindings, this, () => [
      ...identityProblem(this.#group(), this.#identity()),
      ...roleProblem("role", this.#group(), this.#role()),
      ...duplicateProblem(this),
    ]);
    registerBinding(this, props);
  }

  /** The group in which the role is granted, including everything below it. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }

  /** The identity that has the role. */
  get identity(): IIdentity {
    return constructOf(this, "identityUid", this.#identity());
  }

  /** The role that is granted. */
  get role(): IRole {
    return constructOf(this, "roleUid", this.#role());
  }
}
