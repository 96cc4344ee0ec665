import { Construct } from "constructs";
import { builtInRoles } from "../../src/model";
import type { IGroup } from "./group";
import type { IIdentity } from "./identity";
import type { IRole } from "./role";
import { RoleBinding } from "./role-binding";

/**
 * The binding of a role to an identity in a group, made once: the service would refuse a second one. It is a child of
 * the group's construct, with an id that tells identity and role, so that the order of grants is of no consequence.
 */
export function bind(group: IGroup, identity: IIdentity, role: IRole): RoleBinding {
  const id = `${pathFrom(group, identity)}-${roleName(group, role)}`;
  const present = group.node.tryFindChild(id);
  return present instanceof RoleBinding ? present : new RoleBinding(group, id, { group, identity, role });
}

function roleName(group: IGroup, role: IRole): string {
  if (Construct.isConstruct(role)) return pathFrom(group, role);
  return builtInRoles.find(({ uid }) => uid === role.uid)?.name ?? role.uid;
}

/** The path of a construct, without what it shares with the group's. */
function pathFrom(group: IGroup, construct: Construct | IIdentity): string {
  const scopes = construct.node.scopes;
  const shared = scopes.filter((scope, index) => scope === group.node.scopes[index]);
  return scopes
    .slice(shared.length)
    .map((scope) => scope.node.id)
    .join(".");
}
