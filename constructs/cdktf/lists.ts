import type { Construct } from "constructs";
import { pathOf } from "./arguments";
import * as bindings from "./bindings";
import type { IGroup, IIdentity, IRepo, IRole, LookupOptions } from "./interfaces";
import { type Kind, requireKind } from "./kind";
import { checkNames, metaArgumentNames } from "./properties";
import { requirePlatformProvider } from "./provider-of";

/**
 * Lists of existing resources, and what an identity may do: the generated data sources with constructs instead of uids.
 * The results are attributes, such as `groups.groups`, over which `TerraformIterator.fromComplexList` iterates.
 */

/** The properties that take constructs, with the attributes that take their uids. */
const constructFilters: Readonly<Record<string, { readonly kind: Kind; readonly attribute: string }>> = {
  parent: { kind: "group", attribute: "parentUid" },
  group: { kind: "group", attribute: "groupUid" },
  descendantsOf: { kind: "group", attribute: "descendantsOf" },
  repo: { kind: "repo", attribute: "repoUid" },
  identity: { kind: "identity", attribute: "identityUid" },
  role: { kind: "role", attribute: "roleUid" },
};

/** The properties of a list, with constructs instead of the uids in its generated configuration. */
type WithConstructs<C, P> = Omit<
  C,
  "childrenOf" | "parentUid" | "groupUid" | "repoUid" | "identityUid" | "roleUid" | "descendantsOf" | keyof P
> &
  P;

/** Selects the resources of a group. */
export interface GroupScope {
  /** The parent group. */
  readonly group?: IGroup;
  /** An ancestor group at any level. */
  readonly descendantsOf?: IGroup;
}

/** Selects groups by their position in the hierarchy. */
export interface ParentScope {
  /** The parent group. */
  readonly parent?: IGroup;
  /** An ancestor group at any level. */
  readonly descendantsOf?: IGroup;
}

/** Selects tags by their position in the hierarchy. */
export interface RepoScope {
  /** The parent repo. */
  readonly repo?: IRepo;
  /** An ancestor group at any level. */
  readonly descendantsOf?: IGroup;
}

/** Selects role bindings by what they connect. */
export interface RoleBindingFilter extends GroupScope {
  /** The identity that has the role. */
  readonly identity?: IIdentity;
  /** The role that is granted. */
  readonly role?: IRole;
}

/** Selects what an identity may do. */
export interface AccessQuery {
  /** The identity. */
  readonly identity: IIdentity;
  /** Limits the result to what applies in this group. */
  readonly group?: IGroup;
}

/** Returns the configuration of a generated data source. Throws an Error for a property that it does not have. */
function configOf<C>(
  generated: { readonly prototype: object; readonly name: string },
  scope: Construct,
  id: string,
  props: object,
): C {
  const path = pathOf(scope, id);
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(generated.prototype));
  const settable = descriptors.flatMap(([name, { set }]) => (set ? [name] : []));
  const constructs = Object.entries(constructFilters).filter(([, { attribute }]) => settable.includes(attribute));
  const replaced = ["childrenOf", ...constructs.map(([, { attribute }]) => attribute)];
  const names = [...settable.filter((name) => !replaced.includes(name)), ...constructs.map(([name]) => name)];
  checkNames(
    path,
    generated.name.replace("DataPlatform", ""),
    [...names, ...metaArgumentNames.filter((name) => name !== "timeouts")],
    props,
  );
  const given: Readonly<Record<string, unknown>> = { ...props };
  requirePlatformProvider(path, scope, given.provider);
  const config: Record<string, unknown> = { ...given };
  for (const [property, { kind, attribute }] of constructs) {
    const value = given[property];
    delete config[property];
    if (value === undefined) continue;
    requireKind(path, property, value, kind);
    config[attribute] =
      kind === "role"
        ? (value as IRole).uidIn(scope, { provider: given.provider as LookupOptions["provider"] })
        : (value as IGroup).uid;
  }
  return config as C;
}

export type GroupsProps = WithConstructs<bindings.dataPlatformGroups.DataPlatformGroupsConfig, ParentScope>;

/** The groups in a group or below it that the caller can see. */
export class Groups extends bindings.dataPlatformGroups.DataPlatformGroups {
  constructor(scope: Construct, id: string, props: GroupsProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformGroups.DataPlatformGroupsConfig>(
        bindings.dataPlatformGroups.DataPlatformGroups,
        scope,
        id,
        props,
      ),
    );
  }
}

export type IdentitiesProps = WithConstructs<bindings.dataPlatformIdentities.DataPlatformIdentitiesConfig, GroupScope>;

/** The identities in a group or below it that the caller can see. */
export class Identities extends bindings.dataPlatformIdentities.DataPlatformIdentities {
  constructor(scope: Construct, id: string, props: IdentitiesProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformIdentities.DataPlatformIdentitiesConfig>(
        bindings.dataPlatformIdentities.DataPlatformIdentities,
        scope,
        id,
        props,
      ),
    );
  }
}

export type RolesProps = WithConstructs<bindings.dataPlatformRoles.DataPlatformRolesConfig, GroupScope>;

/** The roles in a group or below it that the caller can see. */
export class Roles extends bindings.dataPlatformRoles.DataPlatformRoles {
  constructor(scope: Construct, id: string, props: RolesProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformRoles.DataPlatformRolesConfig>(
        bindings.dataPlatformRoles.DataPlatformRoles,
        scope,
        id,
        props,
      ),
    );
  }
}

export type RoleBindingsProps = WithConstructs<
  bindings.dataPlatformRoleBindings.DataPlatformRoleBindingsConfig,
  RoleBindingFilter
>;

/** The role bindings in a group or below it that the caller can see. */
export class RoleBindings extends bindings.dataPlatformRoleBindings.DataPlatformRoleBindings {
  constructor(scope: Construct, id: string, props: RoleBindingsProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformRoleBindings.DataPlatformRoleBindingsConfig>(
        bindings.dataPlatformRoleBindings.DataPlatformRoleBindings,
        scope,
        id,
        props,
      ),
    );
  }
}

export type IdentityProvidersProps = WithConstructs<
  bindings.dataPlatformIdentityProviders.DataPlatformIdentityProvidersConfig,
  GroupScope
>;

/** The identity providers in a group or below it that the caller can see. */
export class IdentityProviders extends bindings.dataPlatformIdentityProviders.DataPlatformIdentityProviders {
  constructor(scope: Construct, id: string, props: IdentityProvidersProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformIdentityProviders.DataPlatformIdentityProvidersConfig>(
        bindings.dataPlatformIdentityProviders.DataPlatformIdentityProviders,
        scope,
        id,
        props,
      ),
    );
  }
}

export type AccountAssociationsProps = WithConstructs<
  bindings.dataPlatformAccountAssociations.DataPlatformAccountAssociationsConfig,
  GroupScope
>;

/** The account associations in a group or below it that the caller can see. */
export class AccountAssociations extends bindings.dataPlatformAccountAssociations.DataPlatformAccountAssociations {
  constructor(scope: Construct, id: string, props: AccountAssociationsProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformAccountAssociations.DataPlatformAccountAssociationsConfig>(
        bindings.dataPlatformAccountAssociations.DataPlatformAccountAssociations,
        scope,
        id,
        props,
      ),
    );
  }
}

export type GroupInvitesProps = WithConstructs<
  bindings.dataPlatformGroupInvites.DataPlatformGroupInvitesConfig,
  GroupScope
>;

/** The invites in a group or below it that the caller can see. */
export class GroupInvites extends bindings.dataPlatformGroupInvites.DataPlatformGroupInvites {
  constructor(scope: Construct, id: string, props: GroupInvitesProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformGroupInvites.DataPlatformGroupInvitesConfig>(
        bindings.dataPlatformGroupInvites.DataPlatformGroupInvites,
        scope,
        id,
        props,
      ),
    );
  }
}

export type ReposProps = WithConstructs<bindings.dataPlatformRepos.DataPlatformReposConfig, GroupScope>;

/** The repos in a group or below it that the caller can see. */
export class Repos extends bindings.dataPlatformRepos.DataPlatformRepos {
  constructor(scope: Construct, id: string, props: ReposProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformRepos.DataPlatformReposConfig>(
        bindings.dataPlatformRepos.DataPlatformRepos,
        scope,
        id,
        props,
      ),
    );
  }
}

export type TagsProps = WithConstructs<bindings.dataPlatformTags.DataPlatformTagsConfig, RepoScope>;

/** The tags in a repo or below a group that the caller can see. */
export class Tags extends bindings.dataPlatformTags.DataPlatformTags {
  constructor(scope: Construct, id: string, props: TagsProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformTags.DataPlatformTagsConfig>(
        bindings.dataPlatformTags.DataPlatformTags,
        scope,
        id,
        props,
      ),
    );
  }
}

export type AdvisoriesProps = WithConstructs<bindings.dataPlatformAdvisories.DataPlatformAdvisoriesConfig, GroupScope>;

/** The advisories in a group or below it that the caller can see. */
export class Advisories extends bindings.dataPlatformAdvisories.DataPlatformAdvisories {
  constructor(scope: Construct, id: string, props: AdvisoriesProps = {}) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformAdvisories.DataPlatformAdvisoriesConfig>(
        bindings.dataPlatformAdvisories.DataPlatformAdvisories,
        scope,
        id,
        props,
      ),
    );
  }
}

export type AccessProps = WithConstructs<bindings.dataPlatformAccess.DataPlatformAccessConfig, AccessQuery>;

/** What an identity may do, and through which role bindings, as far as the caller can see it. */
export class Access extends bindings.dataPlatformAccess.DataPlatformAccess {
  constructor(scope: Construct, id: string, props: AccessProps) {
    super(
      scope,
      id,
      configOf<bindings.dataPlatformAccess.DataPlatformAccessConfig>(
        bindings.dataPlatformAccess.DataPlatformAccess,
        scope,
        id,
        props,
      ),
    );
  }
}
