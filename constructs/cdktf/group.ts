import type { Construct, IConstruct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { Existing } from "./existing";
import { bind } from "./grant";
import type { IIdentity } from "./identity";
import type { IRole } from "./role";
import type { RoleBinding } from "./role-binding";
import { checkUid, validateAgainst } from "./validation";

/** A group of this program's or one that exists. */
export interface IGroup extends IConstruct {
  readonly uid: string;

  /**
   * Lets the identity do, in this group and everything below it, what the role allows.
   * Granting the same again gives the binding that is there.
   */
  grant(identity: IIdentity, role: IRole): RoleBinding;
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
export interface GroupLookupProps {
  readonly name: string;
  /** The group that holds it directly. */
  readonly parent?: IGroup;
  /** A group that it lies somewhere below. */
  readonly ancestor?: IGroup;
}

/** A node of the organizational hierarchy, which holds groups, identities, roles, role bindings and repos. */
export class Group extends bindings.group.Group implements IGroup {
  /** A group that exists and stays as it is. */
  static fromUid(scope: Construct, id: string, uid: string): IGroup {
    return new ExistingGroup(scope, id, checkUid(scope, id, uid));
  }

  /** A group that exists and stays as it is, found when the stack is deployed. */
  static fromLookup(scope: Construct, id: string, { name, parent, ancestor }: GroupLookupProps): IGroup {
    const found = new bindings.dataPlatformGroup.DataPlatformGroup(scope, `${id}-lookup`, {
      name,
      parentUid: parent?.uid,
      descendantsOf: ancestor?.uid,
    });
    return new ExistingGroup(scope, id, found.uid);
  }

  constructor(scope: Construct, id: string, { parent, ...props }: GroupProps) {
    super(scope, id, { ...props, parentUid: parent?.uid });
    validateAgainst(registry.groups, this);
  }

  grant(identity: IIdentity, role: IRole): RoleBinding {
    return bind(this, identity, role);
  }
}

class ExistingGroup extends Existing implements IGroup {
  grant(identity: IIdentity, role: IRole): RoleBinding {
    return bind(this, identity, role);
  }
}
