// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Capability, Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** The inputs of a role. */
export interface RoleInputs {
  /** The role's name. Roles of one group may share a name. Must contain only lowercase letters, digits, spaces, ".", "_" and "-" (`^[a-z0-9 ._-]{1,}$`). At most 255 characters. */
  readonly name: pulumi.Input<string>;
  /** A description. Must be at most 512 characters on one line, without tabs (`^[\S ]{0,512}$`). */
  readonly description?: pulumi.Input<string | undefined>;
  /** The capabilities that the role grants; at least one. */
  readonly capabilities: pulumi.Input<readonly pulumi.Input<Capability>[]>;
}

/** Creates a role, or adopts one. */
export interface RoleCreateArgs extends RoleInputs {
  /** The uid of the parent group. A new value replaces the role. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing role to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"Role"> | undefined>;
  /** Set to "overwrite" to change the adopted role where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts a role that exists, whatever its parent. */
export interface RoleAdoptArgs extends RoleInputs {
  /** The uid of the parent group. A new value replaces the role. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing role to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"Role">>;
  /** Set to "overwrite" to change the adopted role where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of a role: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type RoleArgs = RoleCreateArgs | RoleAdoptArgs;

/** The outputs of a role. Lookups have everything that the API returns. */
export interface RoleOutputs {
  /** The role's unique identifier: its group's uid followed by one more segment; for a built-in role, a single segment. */
  readonly uid: pulumi.Output<Uid<"Role">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The role's name. Roles of one group may share a name. */
  readonly name: pulumi.Output<string>;
  /** A description. */
  readonly description: pulumi.Output<string>;
  /** The capabilities that the role grants; at least one. */
  readonly capabilities: pulumi.Output<readonly Capability[]>;
}

/** A role as lookups return it. A set of capabilities that can be granted. Built-in roles belong to no group and have uids without a path; custom roles belong to a group. */
export interface GetRoleResult {
  /** The role's unique identifier: its group's uid followed by one more segment; for a built-in role, a single segment. */
  readonly uid: Uid<"Role">;
  /** The uid of the parent group. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The role's name. Roles of one group may share a name. */
  readonly name: string;
  /** A description. */
  readonly description: string;
  /** The capabilities that the role grants; at least one. */
  readonly capabilities: readonly Capability[];
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
}

/** Selects a role by uid. */
export interface GetRoleByUidArgs {
  /** The uid of the role. */
  readonly uid: Uid<"Role">;
}

/** Selects a role by name and scope. */
export interface GetRoleByNameArgs {
  /** The name of the role. */
  readonly name: string;
  /** The uid of the parent group: the name is looked up directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: the name is looked up anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
}

/** Selects a role. */
export type GetRoleArgs = GetRoleByUidArgs | GetRoleByNameArgs;

/** {@link GetRoleArgs} any of which may be outputs. */
export type GetRoleOutputArgs = WithInputs<GetRoleArgs>;

/** The arguments of a list of roles. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetRolesArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only resources with exactly this name. */
  readonly name?: string | undefined;
}

/** {@link GetRolesArgs} any of which may be outputs. */
export type GetRolesOutputArgs = WithInputs<GetRolesArgs>;
