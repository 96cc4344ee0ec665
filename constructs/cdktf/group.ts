import { Annotations, type TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { registry } from "../../src/model";
import { pathOf } from "./arguments";
import * as bindings from "./bindings";
import { builtIn } from "./built-in-role";
import { checked } from "./checked";
import { Existing } from "./existing";
import { grantRole } from "./grant";
import { recordParent } from "./hierarchy";
import { isImported } from "./imports";
import type { Grant, GrantOptions, IGroup, IIdentity, IRole, LookupOptions } from "./interfaces";
import { kind } from "./kind";
import { lookupConfig } from "./lookup";
import { checkNames, optionsOf } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface GroupProps extends Omit<bindings.group.GroupConfig, "parentUid"> {
  /** Lowercase letters, digits, spaces, dots, underscores and dashes. */
  readonly name: string;
  /** One line of at most 512 characters. */
  readonly description?: string;
  /** The parent group. Omit it only for an organization that is imported: organizations cannot be created. */
  readonly parent?: IGroup;
}

/** Selects one group by name; several matches are an error. */
export interface GroupLookupProps extends LookupOptions {
  readonly name: string;
  /** The direct parent. */
  readonly parent?: IGroup;
  /** An ancestor at any level. */
  readonly descendantsOf?: IGroup;
  /** @deprecated Use `descendantsOf`. */
  readonly ancestor?: IGroup;
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript requires `any[]` for the constructor of a mixin's base class
type GroupConstructor = new (...args: any[]) => Construct;

type GrantMethods = Pick<IGroup, Extract<keyof IGroup, `grant${string}`>>;

/** A class with its static members, whose instances grant roles. */
type WithGrants<C extends new (...args: never) => Construct> = Omit<C, "prototype"> &
  (new (
    ...args: ConstructorParameters<C>
  ) => InstanceType<C> & GrantMethods);

/** Extends a class of groups with the methods that grant roles in the group. */
function withGrants<C extends GroupConstructor>(base: C): WithGrants<C> {
  class Granting extends base implements GrantMethods {
    /**
     * Grants a role to an identity in this group and everything below it. The binding is created in the group's stack,
     * regardless of where the identity and the role are. A repeated grant returns the same result.
     */
    grant(identity: IIdentity, role: IRole, options?: GrantOptions): Grant {
      // Only groups extend this class.
      return grantRole(this as unknown as IGroup, identity, role, options);
    }

    /** Grants the built-in role owner: all capabilities. */
    grantOwner(identity: IIdentity, options?: GrantOptions): Grant {
      return this.grant(identity, builtIn("owner"), options);
    }

    /** Grants the built-in role editor: read access to everything, and write access to repos and tags. */
    grantEditor(identity: IIdentity, options?: GrantOptions): Grant {
      return this.grant(identity, builtIn("editor"), options);
    }

    /** Grants the built-in role viewer: read access to everything. */
    grantViewer(identity: IIdentity, options?: GrantOptions): Grant {
      return this.grant(identity, builtIn("viewer"), options);
    }

    /** Grants the built-in role registry.pull: pull access to the registry. */
    grantRegistryPull(identity: IIdentity, options?: GrantOptions): Grant {
      return this.grant(identity, builtIn("registry.pull"), options);
    }

    /** Grants the built-in role registry.push: pull and push access to the registry. */
    grantRegistryPush(identity: IIdentity, options?: GrantOptions): Grant {
      return this.grant(identity, builtIn("registry.push"), options);
    }
  }
  // The constructor is that of the base class. The inferred type would declare its arguments as `any[]`.
  return Granting as unknown as WithGrants<C>;
}

/** A node of the organizational hierarchy: the parent of groups, identities, roles, role bindings and repos. */
export class Group extends withGrants(checked(registry.groups, bindings.group.Group)) implements IGroup {
  readonly #parent: () => IGroup | undefined | Identified;

  /** Refers to an existing group by uid, without managing it. Grants in it use the given provider. */
  static fromUid(scope: Construct, id: string, uid: string, options: LookupOptions = {}): IGroup {
    checkNames(pathOf(scope, id), optionsOf("Group.fromUid"), ["provider"], options);
    requirePlatformProvider(pathOf(scope, id), scope, options.provider);
    return new ExistingGroup(scope, id, uid, options.provider);
  }

  /** Looks up an existing group during deployment, without managing it. */
  static fromLookup(scope: Construct, id: string, props: GroupLookupProps): IGroup {
    const config = lookupConfig(scope, id, registry.groups, "parent", props);
    const found = new bindings.dataPlatformGroup.DataPlatformGroup(scope, `${id}-lookup`, config);
    return new ExistingGroup(scope, id, found.uid, props.provider, props.parent);
  }

  constructor(scope: Construct, id: string, props: GroupProps) {
    super(scope, id, configOf(registry.groups, scope, id, props));
    recordParent(this, props.parent);
    this.#parent = referentOf(this, "parentUid", props.parent);
    validateAgainst(registry.groups, this, () => {
      if (this.parentUidInput === undefined && !isImported(this)) warnWithoutParent(this);
      return [];
    });
  }

  /** The parent group; undefined for an organization. */
  get parent(): IGroup | undefined {
    return constructOf(this, "parentUid", this.#parent());
  }

  get [kind](): "group" {
    return "group";
  }
}

const warned = new WeakSet<Group>();

/** Warns, since an earlier deployment may have imported the group. Validations run several times. */
function warnWithoutParent(group: Group): void {
  if (warned.has(group)) return;
  warned.add(group);
  Annotations.of(group).addWarning(
    "has no parent: an organization cannot be created, only imported. Set its parent, or call importFrom with the " +
      "organization's uid, which has no effect once it is imported",
  );
}

class ExistingGroup extends withGrants(Existing<"group">) implements IGroup {
  constructor(
    scope: Construct,
    id: string,
    uid: string,
    readonly provider: TerraformProvider | undefined,
    readonly parent?: IGroup,
  ) {
    super(scope, id, "group", uid);
    recordParent(this, parent);
  }
}
