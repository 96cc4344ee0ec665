import type { Construct } from "constructs";
import { type BuiltInRoleName, builtInRole, registry } from "../../src/model";
import * as bindings from "./bindings";
import { Existing } from "./existing";
import type { IGroup } from "./group";
import { checkUid, validateAgainst } from "./validation";

/** A role: a built-in one, one of this program's, or one that exists. */
export interface IRole {
  readonly uid: string;
}

export interface RoleProps extends Omit<bindings.role.RoleConfig, "groupUid"> {
  /** The group that holds it. It can be granted there and below. */
  readonly group: IGroup;
}

/** What finds one custom role by its name. It is an error if there are several. */
export interface RoleLookupProps {
  readonly name: string;
  /** The group that holds it directly. */
  readonly group?: IGroup;
  /** A group that it lies somewhere below. */
  readonly ancestor?: IGroup;
}

/** A set of capabilities that can be granted. The built-in ones have the same uids everywhere, so they need no lookup. */
export class Role extends bindings.role.Role implements IRole {
  /** Everything. */
  static readonly owner: IRole = builtIn("owner");
  /** Reads everything, changes repos and tags. */
  static readonly editor: IRole = builtIn("editor");
  /** Reads everything. */
  static readonly viewer: IRole = builtIn("viewer");
  /** Pulls from the registry. */
  static readonly registryPull: IRole = builtIn("registry.pull");
  /** Pulls from the registry and pushes to it. */
  static readonly registryPush: IRole = builtIn("registry.push");

  /** A role that exists and stays as it is. */
  static fromUid(scope: Construct, id: string, uid: string): IRole {
    return new Existing(scope, id, checkUid(scope, id, uid));
  }

  /** A custom role that exists and stays as it is, found when the stack is deployed. */
  static fromLookup(scope: Construct, id: string, { name, group, ancestor }: RoleLookupProps): IRole {
    const lookup = { name, groupUid: group?.uid, descendantsOf: ancestor?.uid };
    const found = new bindings.dataPlatformRole.DataPlatformRole(scope, `${id}-lookup`, lookup);
    return new Existing(scope, id, found.uid);
  }

  constructor(scope: Construct, id: string, { group, ...props }: RoleProps) {
    super(scope, id, { ...props, groupUid: group.uid });
    validateAgainst(registry.roles, this);
  }
}

function builtIn(name: BuiltInRoleName): IRole {
  const { uid } = builtInRole(name);
  return { uid };
}
