import type { Construct } from "constructs";
import { type BuiltInRoleName, registry } from "../../src/model";
import { pathOf, rejectExtraArguments } from "./arguments";
import * as bindings from "./bindings";
import { builtIn, builtInRoleNamed, recordBuiltInRole } from "./built-in-role";
import { checked } from "./checked";
import { ExistingInGroup } from "./existing";
import { isUnknown } from "./expression";
import { recordParent } from "./hierarchy";
import type { IGroup, IRole, IRoleResource, LookupOptions } from "./interfaces";
import { kind } from "./kind";
import { lookupConfig } from "./lookup";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface RoleProps extends Omit<bindings.role.RoleConfig, "groupUid"> {
  /** The parent group. The role can be granted in it and below. */
  readonly group: IGroup;
}

/** Selects one role by name; several matches are an error. Without a group, only built-in roles match. */
export interface RoleLookupProps extends LookupOptions {
  readonly name: string;
  /** The direct parent. */
  readonly group?: IGroup;
  /** An ancestor at any level. */
  readonly descendantsOf?: IGroup;
  /** @deprecated Use `descendantsOf`. */
  readonly ancestor?: IGroup;
}

/**
 * A set of capabilities that can be granted. Built-in roles are looked up by name, since their uids differ per
 * deployment.
 */
export class Role extends checked(registry.roles, bindings.role.Role) implements IRoleResource {
  readonly #group: () => IGroup | Identified;

  /** All capabilities. */
  static readonly owner: IRole = builtIn("owner");
  /** Reads everything; changes repos and tags. */
  static readonly editor: IRole = builtIn("editor");
  /** Reads everything. */
  static readonly viewer: IRole = builtIn("viewer");
  /** Pulls from the registry. */
  static readonly registryPull: IRole = builtIn("registry.pull");
  /** Pulls from the registry and pushes to it. */
  static readonly registryPush: IRole = builtIn("registry.push");

  /**
   * Returns a built-in role by name. It is looked up when a stack that uses it is deployed, once for all its uses in the
   * stack. Throws an Error for a misspelled name.
   */
  static fromName(name: BuiltInRoleName | (string & {})): IRole {
    return builtInRoleNamed(name);
  }

  /** Refers to an existing role by uid, without managing it. */
  static fromUid(scope: Construct, id: string, uid: string): IRoleResource;
  static fromUid(scope: Construct, id: string, uid: string, ...extraArguments: unknown[]): IRoleResource {
    rejectExtraArguments(pathOf(scope, id), "Role.fromUid", extraArguments);
    return new ExistingRole(scope, id, "role", uid);
  }

  /** Looks up an existing role during deployment, without managing it. */
  static fromLookup(scope: Construct, id: string, props: RoleLookupProps): IRoleResource {
    const config = lookupConfig(scope, id, registry.roles, "group", props);
    const found = new bindings.dataPlatformRole.DataPlatformRole(scope, `${id}-lookup`, config);
    const { name, group, descendantsOf, ancestor } = props;
    if (!isUnknown(name) && !group && !descendantsOf && !ancestor) recordBuiltInRole(found, name);
    return new ExistingRole(scope, id, "role", found.uid, group);
  }

  constructor(scope: Construct, id: string, props: RoleProps) {
    super(scope, id, configOf(registry.roles, scope, id, props));
    recordParent(this, props.group);
    this.#group = referentOf(this, "groupUid", props.group);
    validateAgainst(registry.roles, this);
  }

  /** The parent group. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }

  get [kind](): "role" {
    return "role";
  }

  uidIn(): string {
    return this.uid;
  }
}

class ExistingRole extends ExistingInGroup<"role"> implements IRoleResource {
  uidIn(): string {
    return this.uid;
  }
}
