import { Annotations, type TerraformProvider } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { registry } from "../../src/model";
import { pathOf } from "./arguments";
import * as bindings from "./bindings";
import { checked, isImported } from "./checked";
import { Existing } from "./existing";
import { bind, type GrantOptions } from "./grant";
import type { IIdentity } from "./identity";
import { kind, type OfKind } from "./kind";
import { type LookupOptions, lookupConfig } from "./lookup";
import { holdIn } from "./place";
import { checkNames, optionsOf } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import { configOf } from "./references";
import type { IRole } from "./role";
import type { RoleBinding } from "./role-binding";
import { validateAgainst } from "./validation";

/** A group of this program's or one that exists. */
export interface IGroup extends IConstruct, OfKind<"group"> {
  readonly uid: string;
  /** The provider that grants in the group are made with; the stack's default, unless set. */
  readonly provider?: TerraformProvider;

  /**
   * Lets the identity do, in this group and everything below it, what the role allows. The binding stands in the group's
   * stack, wherever the identity and the role stand. Granting the same again gives the binding that is there.
   */
  grant(identity: IIdentity, role: IRole, options?: GrantOptions): RoleBinding;
}

export interface GroupProps extends Omit<bindings.group.GroupConfig, "parentUid"> {
  /** Lower-case letters, digits, spaces, dots, underscores and dashes. */
  readonly name: string;
  /** One line of at most 512 characters. */
  readonly description?: string;
  /** The group that holds it. To be left out only for an organization that is imported: none can be created here. */
  readonly parent?: IGroup;
}

/** What finds one group by its name. It is an error if there are several. */
export interface GroupLookupProps extends LookupOptions {
  readonly name: string;
  /** The group that holds it directly. */
  readonly parent?: IGroup;
  /** A group that it lies somewhere below. */
  readonly descendantsOf?: IGroup;
  /** @deprecated The earlier name of `descendantsOf`. */
  readonly ancestor?: IGroup;
}

/** A node of the organizational hierarchy, which holds groups, identities, roles, role bindings and repos. */
export class Group extends checked(registry.groups, bindings.group.Group) implements IGroup {
  /** A group that exists and stays as it is. Grants in it are made with the provider that is given here. */
  static fromUid(scope: Construct, id: string, uid: string, options: LookupOptions = {}): IGroup {
    checkNames(pathOf(scope, id), optionsOf("Group.fromUid"), ["provider"], options);
    requirePlatformProvider(pathOf(scope, id), options.provider);
    return new ExistingGroup(scope, id, uid, options.provider);
  }

  /** A group that exists and stays as it is, found when the stack is deployed. */
  static fromLookup(scope: Construct, id: string, props: GroupLookupProps): IGroup {
    const config = lookupConfig(scope, id, "group", "parent", props);
    const found = new bindings.dataPlatformGroup.DataPlatformGroup(scope, `${id}-lookup`, config);
    const group = new ExistingGroup(scope, id, found.uid, props.provider);
    holdIn(group, props.parent);
    return group;
  }

  constructor(scope: Construct, id: string, props: GroupProps) {
    super(scope, id, configOf(registry.groups, scope, id, props));
    holdIn(this, props.parent);
    validateAgainst(registry.groups, this, () => {
      if (this.parentUidInput === undefined && !isImported(this)) warnOfNoParent(this);
      return [];
    });
  }

  get [kind](): "group" {
    return "group";
  }

  grant(identity: IIdentity, role: IRole, options?: GrantOptions): RoleBinding {
    return bind(this, identity, role, options);
  }
}

const warned = new WeakSet<Group>();

/** Not an error, as it may have been imported by an earlier deployment. Validations run several times. */
function warnOfNoParent(group: Group): void {
  if (warned.has(group)) return;
  warned.add(group);
  Annotations.of(group).addWarning(
    "has no parent: an organization cannot be created, only imported. Give it a parent, or call importFrom with the " +
      "organization's uid, which does nothing once it is imported",
  );
}

class ExistingGroup extends Existing<"group"> implements IGroup {
  constructor(
    scope: Construct,
    id: string,
    uid: string,
    readonly provider: TerraformProvider | undefined,
  ) {
    super(scope, id, "group", uid);
  }

  grant(identity: IIdentity, role: IRole, options?: GrantOptions): RoleBinding {
    return bind(this, identity, role, options);
  }
}
