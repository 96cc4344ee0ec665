import type { Construct, IConstruct } from "constructs";
import { registry } from "../../src/model";
import { pathOf, refuseFurther } from "./arguments";
import * as bindings from "./bindings";
import { BuiltInRole } from "./built-in-role";
import { checked } from "./checked";
import { Existing } from "./existing";
import type { IGroup } from "./group";
import { kind, type OfKind } from "./kind";
import { type LookupOptions, lookupConfig } from "./lookup";
import { holdIn } from "./place";
import { configOf } from "./references";
import { validateAgainst } from "./validation";

/** A role: a built-in one, one of this program's, or one that exists. */
export interface IRole extends OfKind<"role"> {
  /**
   * The role's uid, for what takes uids instead of roles. Built-in roles are found by their names when the stack of the
   * scope is deployed, once for all their uses there.
   */
  uidIn(scope: Construct, options?: LookupOptions): string;
}

/** A custom role of this program's, or a role that exists. */
export interface IKnownRole extends IRole, IConstruct {
  readonly uid: string;
}

export interface RoleProps extends Omit<bindings.role.RoleConfig, "groupUid"> {
  /** The group that holds it. It can be granted there and below. */
  readonly group: IGroup;
}

/** What finds one role by its name. It is an error if there are several. Without a group, only built-in ones are found. */
export interface RoleLookupProps extends LookupOptions {
  readonly name: string;
  /** The group that holds it directly. */
  readonly group?: IGroup;
  /** A group that it lies somewhere below. */
  readonly descendantsOf?: IGroup;
  /** @deprecated The earlier name of `descendantsOf`. */
  readonly ancestor?: IGroup;
}

/** A set of capabilities that can be granted. Built-in roles are found by name: each deployment has its own uids for them. */
export class Role extends checked(registry.roles, bindings.role.Role) implements IKnownRole {
  /** Everything. */
  static readonly owner: IRole = new BuiltInRole("owner");
  /** Reads everything, changes repos and tags. */
  static readonly editor: IRole = new BuiltInRole("editor");
  /** Reads everything. */
  static readonly viewer: IRole = new BuiltInRole("viewer");
  /** Pulls from the registry. */
  static readonly registryPull: IRole = new BuiltInRole("registry.pull");
  /** Pulls from the registry and pushes to it. */
  static readonly registryPush: IRole = new BuiltInRole("registry.push");

  /** A role that exists and stays as it is. */
  static fromUid(scope: Construct, id: string, uid: string): IKnownRole;
  static fromUid(scope: Construct, id: string, uid: string, ...further: unknown[]): IKnownRole {
    refuseFurther(pathOf(scope, id), "Role.fromUid", further);
    return new ExistingRole(scope, id, "role", uid);
  }

  /** A role that exists and stays as it is, found when the stack is deployed. */
  static fromLookup(scope: Construct, id: string, props: RoleLookupProps): IKnownRole {
    const config = lookupConfig(scope, id, "role", "group", props);
    const found = new bindings.dataPlatformRole.DataPlatformRole(scope, `${id}-lookup`, config);
    const role = new ExistingRole(scope, id, "role", found.uid);
    holdIn(role, props.group);
    return role;
  }

  constructor(scope: Construct, id: string, props: RoleProps) {
    super(scope, id, configOf(registry.roles, scope, id, props));
    holdIn(this, props.group);
    validateAgainst(registry.roles, this);
  }

  get [kind](): "role" {
    return "role";
  }

  uidIn(): string {
    return this.uid;
  }
}

class ExistingRole extends Existing<"role"> implements IKnownRole {
  uidIn(): string {
    return this.uid;
  }
}
