import type { TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import type * as bindings from "./bindings";
import type { OfKind } from "./kind";

/**
 * The interfaces of what constructs take and return. They refer to each other, so they are in one file, which imports
 * none of the classes that implement them.
 */

/** Options of a lookup. */
export interface LookupOptions {
  /** The provider for the lookup. Defaults to the stack's provider. */
  readonly provider?: TerraformProvider;
}

/** Selects one resource of a group by name; several matches are an error. */
export interface LookupInGroup extends LookupOptions {
  /** The name. */
  readonly name: string;
  /** The parent group. */
  readonly group?: IGroup;
  /** An ancestor group at any level. */
  readonly descendantsOf?: IGroup;
}

/** A group, created by this program or existing. */
export interface IGroup extends IConstruct, OfKind<"group"> {
  /** The uid of the group. */
  readonly uid: string;
  /** The parent group; undefined for organizations, and for existing groups if the program does not determine it. */
  readonly parent?: IGroup | undefined;
  /** The provider for grants in the group; the stack's default unless set. */
  readonly provider?: TerraformProvider;

  /**
   * Grants a role to an identity in this group and everything below it. The binding is created in the group's stack,
   * regardless of where the identity and the role are. A repeated grant returns the same result.
   */
  grant(identity: IIdentity, role: IRole, options?: GrantOptions): Grant;

  /** Grants the built-in role owner: all capabilities. */
  grantOwner(identity: IIdentity, options?: GrantOptions): Grant;

  /** Grants the built-in role editor: read access to everything, and write access to repos and tags. */
  grantEditor(identity: IIdentity, options?: GrantOptions): Grant;

  /** Grants the built-in role viewer: read access to everything. */
  grantViewer(identity: IIdentity, options?: GrantOptions): Grant;

  /** Grants the built-in role registry.pull: pull access to the registry. */
  grantRegistryPull(identity: IIdentity, options?: GrantOptions): Grant;

  /** Grants the built-in role registry.push: pull and push access to the registry. */
  grantRegistryPush(identity: IIdentity, options?: GrantOptions): Grant;
}

/** An identity, created by this program or existing. */
export interface IIdentity extends IConstruct, OfKind<"identity"> {
  /** The uid of the identity. */
  readonly uid: string;
  /** The parent group; undefined for existing identities if the program does not determine it. */
  readonly group?: IGroup | undefined;
}

/** A role: built-in, created by this program, or existing. */
export interface IRole extends OfKind<"role"> {
  /**
   * Returns the role's uid, for properties that take uids instead of roles. Built-in roles are looked up by name when
   * the scope's stack is deployed, once for all their uses in it.
   */
  uidIn(scope: Construct, options?: LookupOptions): string;
}

/** A custom role of this program, or an existing role. */
export interface IRoleResource extends IRole, IConstruct {
  /** The uid of the role. */
  readonly uid: string;
  /** The parent group; undefined for existing roles if the program does not determine it. */
  readonly group?: IGroup | undefined;
}

/** A repo, created by this program or existing. */
export interface IRepo extends IConstruct, OfKind<"repo"> {
  /** The uid of the repo. */
  readonly uid: string;
  /** The parent group; undefined for existing repos if the program does not determine it. */
  readonly group?: IGroup | undefined;
}

/** What a role binding connects. */
export interface RoleBindingReferences {
  /** The group in which the role is granted, including everything below it. */
  readonly group: IGroup;
  /** The identity that has the role. */
  readonly identity: IIdentity;
  /** The role that is granted. */
  readonly role: IRole;
}

/** A role binding, with the constructs that it connects. */
export interface IRoleBinding extends bindings.roleBinding.RoleBinding, RoleBindingReferences {}

/** The result of a grant. */
export interface Grant {
  /** The role binding that grants the role. */
  readonly binding: IRoleBinding;

  /**
   * Deploys the binding before the resources and data sources in the given constructs, including those added later.
   * Omits what the binding itself depends on. Throws an Error if that is one of the given constructs.
   */
  applyBefore(...constructs: IConstruct[]): void;

  /**
   * Throws an Error if the platform would reject the binding, as far as the program determines it. Synthesis reports
   * the same; call this to get the stack trace of the failing line.
   */
  assertSuccess(): void;
}

/** Options of a grant. It uses the group's provider unless another one is given. */
export interface GrantOptions
  extends TerraformMetaArguments,
    Pick<bindings.roleBinding.RoleBindingConfig, "expirationTime" | "timeouts"> {
  /** The parent construct of the binding, which determines its stack; the group by default. */
  readonly scope?: Construct;
}
