import type { TerraformDataSource } from "cdktf";
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

/** The properties that take constructs. A list has those whose uid its generated configuration takes. */
interface ConstructFilters {
  /** The parent group. */
  readonly parent: IGroup;
  /** The parent group; for {@link Access}, the group in which the access applies. */
  readonly group: IGroup;
  /** An ancestor group at any level. */
  readonly descendantsOf: IGroup;
  /** The parent repo. */
  readonly repo: IRepo;
  /** The identity that has the role or the access. */
  readonly identity: IIdentity;
  /** The role that is granted. */
  readonly role: IRole;
}

const constructFilters = {
  parent: { kind: "group", attribute: "parentUid" },
  group: { kind: "group", attribute: "groupUid" },
  descendantsOf: { kind: "group", attribute: "descendantsOf" },
  repo: { kind: "repo", attribute: "repoUid" },
  identity: { kind: "identity", attribute: "identityUid" },
  role: { kind: "role", attribute: "roleUid" },
} as const satisfies Readonly<Record<keyof ConstructFilters, { readonly kind: Kind; readonly attribute: string }>>;

type Attribute<K extends keyof ConstructFilters> = (typeof constructFilters)[K]["attribute"];

/** The properties of {@link ConstructFilters} whose uid a generated configuration takes. */
type FilterOf<C> = { [K in keyof ConstructFilters]: Attribute<K> extends keyof C ? K : never }[keyof ConstructFilters];

/** The properties of a list: those of its generated configuration, with constructs instead of uids. */
type WithConstructs<C> = Omit<C, "childrenOf" | Attribute<keyof ConstructFilters> | FilterOf<C>> &
  Partial<Pick<ConstructFilters, FilterOf<C>>> &
  (C extends { readonly identityUid: string } ? Pick<ConstructFilters, "identity"> : unknown);

// biome-ignore lint/suspicious/noExplicitAny: TypeScript requires `any[]` for the constructor of a mixin's base class
type Generated = new (...args: any[]) => TerraformDataSource;

/** The constructor's arguments; the properties are optional if the generated configuration is. */
type Arguments<G extends Generated> =
  ConstructorParameters<G> extends [Construct, string, infer C]
    ? [scope: Construct, id: string, props: WithConstructs<C>]
    : [scope: Construct, id: string, props?: WithConstructs<NonNullable<ConstructorParameters<G>[2]>>];

/** Extends a generated data source to take constructs instead of uids. */
function withConstructs<G extends Generated>(
  generated: G,
): Omit<G, "prototype"> & (new (...args: Arguments<G>) => InstanceType<G>) {
  class List extends generated {
    // biome-ignore lint/suspicious/noExplicitAny: a mixin's constructor must have these parameters
    constructor(...args: any[]) {
      const [scope, id, props = {}] = args as [Construct, string, object?];
      super(scope, id, configOf(generated, scope, id, props));
    }
  }
  // The cast declares the arguments that `configOf` checks.
  return List as never;
}

/** Returns the configuration of a generated data source. Throws an Error for a property that it does not have. */
function configOf(
  generated: { readonly prototype: object; readonly name: string },
  scope: Construct,
  id: string,
  props: object,
): object {
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
  return config;
}

export type GroupsProps = WithConstructs<bindings.dataPlatformGroups.DataPlatformGroupsConfig>;

/** The groups in a group or below it that the caller can see. */
export class Groups extends withConstructs(bindings.dataPlatformGroups.DataPlatformGroups) {}

export type IdentitiesProps = WithConstructs<bindings.dataPlatformIdentities.DataPlatformIdentitiesConfig>;

/** The identities in a group or below it that the caller can see. */
export class Identities extends withConstructs(bindings.dataPlatformIdentities.DataPlatformIdentities) {}

export type RolesProps = WithConstructs<bindings.dataPlatformRoles.DataPlatformRolesConfig>;

/** The roles in a group or below it that the caller can see. */
export class Roles extends withConstructs(bindings.dataPlatformRoles.DataPlatformRoles) {}

export type RoleBindingsProps = WithConstructs<bindings.dataPlatformRoleBindings.DataPlatformRoleBindingsConfig>;

/** The role bindings in a group or below it that the caller can see. */
export class RoleBindings extends withConstructs(bindings.dataPlatformRoleBindings.DataPlatformRoleBindings) {}

export type IdentityProvidersProps =
  WithConstructs<bindings.dataPlatformIdentityProviders.DataPlatformIdentityProvidersConfig>;

/** The identity providers in a group or below it that the caller can see. */
export class IdentityProviders extends withConstructs(
  bindings.dataPlatformIdentityProviders.DataPlatformIdentityProviders,
) {}

export type AccountAssociationsProps =
  WithConstructs<bindings.dataPlatformAccountAssociations.DataPlatformAccountAssociationsConfig>;

/** The account associations in a group or below it that the caller can see. */
export class AccountAssociations extends withConstructs(
  bindings.dataPlatformAccountAssociations.DataPlatformAccountAssociations,
) {}

export type GroupInvitesProps = WithConstructs<bindings.dataPlatformGroupInvites.DataPlatformGroupInvitesConfig>;

/** The invites in a group or below it that the caller can see. */
export class GroupInvites extends withConstructs(bindings.dataPlatformGroupInvites.DataPlatformGroupInvites) {}

export type ReposProps = WithConstructs<bindings.dataPlatformRepos.DataPlatformReposConfig>;

/** The repos in a group or below it that the caller can see. */
export class Repos extends withConstructs(bindings.dataPlatformRepos.DataPlatformRepos) {}

export type TagsProps = WithConstructs<bindings.dataPlatformTags.DataPlatformTagsConfig>;

/** The tags in a repo or below a group that the caller can see. */
export class Tags extends withConstructs(bindings.dataPlatformTags.DataPlatformTags) {}

export type AdvisoriesProps = WithConstructs<bindings.dataPlatformAdvisories.DataPlatformAdvisoriesConfig>;

/** The advisories in a group or below it that the caller can see. */
export class Advisories extends withConstructs(bindings.dataPlatformAdvisories.DataPlatformAdvisories) {}

export type AccessProps = WithConstructs<bindings.dataPlatformAccess.DataPlatformAccessConfig>;

/** What an identity may do, and through which role bindings, as far as the caller can see it. */
export class Access extends withConstructs(bindings.dataPlatformAccess.DataPlatformAccess) {}
