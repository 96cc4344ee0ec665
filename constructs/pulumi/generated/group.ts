// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** The inputs of a group. */
export interface GroupInputs {
  /** The group's name. Groups with the same parent may share a name. Must contain only lowercase letters, digits, spaces, ".", "_" and "-" (`^[a-z0-9 ._-]{1,}$`). At most 255 characters. */
  readonly name: pulumi.Input<string>;
  /** A description. Must be at most 512 characters on one line, without tabs (`^[\S ]{0,512}$`). */
  readonly description?: pulumi.Input<string | undefined>;
}

/** Creates a group, or adopts one. */
export interface GroupCreateArgs extends GroupInputs {
  /** The uid of the parent group. A new value replaces the group. */
  readonly parentUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing group to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** Set to "overwrite" to change the adopted group where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts a group that exists, whatever its parent. */
export interface GroupAdoptArgs extends GroupInputs {
  /** The uid of the parent group. A new value replaces the group. */
  readonly parentUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing group to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"Group">>;
  /** Set to "overwrite" to change the adopted group where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of a group: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type GroupArgs = GroupCreateArgs | GroupAdoptArgs;

/** The outputs of a group. Lookups have everything that the API returns. */
export interface GroupOutputs {
  /** The group's unique identifier: its parent's uid followed by one more segment. */
  readonly uid: pulumi.Output<Uid<"Group">>;
  /** The uid of the parent group. */
  readonly parentUid: pulumi.Output<Uid<"Group">>;
  /** The group's name. Groups with the same parent may share a name. */
  readonly name: pulumi.Output<string>;
  /** A description. */
  readonly description: pulumi.Output<string>;
}

/** A group as lookups return it. A node of the organizational hierarchy. A root group is an organization; all other resources belong to one. */
export interface GetGroupResult {
  /** The group's unique identifier: its parent's uid followed by one more segment. */
  readonly uid: Uid<"Group">;
  /** The uid of the parent group. */
  readonly parentUid?: Uid<"Group"> | undefined;
  /** The group's name. Groups with the same parent may share a name. */
  readonly name: string;
  /** A description. */
  readonly description: string;
  /** The maximum number of resources of each kind in the group. Kinds that are not listed are not limited. */
  readonly resourceLimits: { readonly [key: string]: number };
  /** Whether the operator has verified the organization. */
  readonly verified: boolean;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** The kind of organization that a root group represents. */
  readonly kind: "ORG_KIND_UNSPECIFIED" | "ORG_KIND_STARTER" | "ORG_KIND_CUSTOMER" | "ORG_KIND_DEV" | "ORG_KIND_INFRA" | "ORG_KIND_AWS_MARKETPLACE";
  /** Whether a root group's organization is ready for use. */
  readonly status: "ORG_STATUS_UNSPECIFIED" | "ORG_STATUS_INITIALIZING" | "ORG_STATUS_READY" | "ORG_STATUS_SUSPENDED";
}

/** Selects a group by uid. */
export interface GetGroupByUidArgs {
  /** The uid of the group. */
  readonly uid: Uid<"Group">;
}

/** Selects a group by name and scope. */
export interface GetGroupByNameArgs {
  /** The name of the group. */
  readonly name: string;
  /** The uid of the parent group: the name is looked up directly in it. */
  readonly parentUid?: Uid<"Group"> | undefined;
  /** The uid of a group: the name is looked up anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
}

/** Selects a group. */
export type GetGroupArgs = GetGroupByUidArgs | GetGroupByNameArgs;

/** {@link GetGroupArgs} any of which may be outputs. */
export type GetGroupOutputArgs = WithInputs<GetGroupArgs>;

/** The arguments of a list of groups. At most one of `parentUid`, `descendantsOf` may be set. */
export interface GetGroupsArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly parentUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only resources with exactly this name. */
  readonly name?: string | undefined;
}

/** {@link GetGroupsArgs} any of which may be outputs. */
export type GetGroupsOutputArgs = WithInputs<GetGroupsArgs>;
