import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import type { IGroup } from "./group";
import { roleProblem } from "./hierarchy";
import { configOf } from "./references";
import { referentOf } from "./referents";
import type { IRole } from "./role";
import { validateAgainst } from "./validation";

export interface GroupInviteProps extends Omit<bindings.groupInvite.GroupInviteConfig, "groupUid" | "roleUid"> {
  /** The group to join. */
  readonly group: IGroup;
  /** The role that the invite grants. */
  readonly role: IRole;
}

/** Lets anyone with its code join a group with a role. Its `code` is known after deployment, and is a secret. */
export class GroupInvite extends checked(registry.groupInvites, bindings.groupInvite.GroupInvite) {
  constructor(scope: Construct, id: string, props: GroupInviteProps) {
    super(scope, id, configOf(registry.groupInvites, scope, id, props));
    const group = referentOf(this, "groupUid", props.group);
    const role = referentOf(this, "roleUid", props.role);
    validateAgainst(registry.groupInvites, this, () => roleProblem("role", group(), role()));
  }
}
