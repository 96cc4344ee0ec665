// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** The identity to which the role is granted. */
export interface RoleBindingIdentity {
  /** The identity's uid. */
  readonly uid: Uid<"Identity">;
  /** The identity's name. */
  readonly name: string;
  /** The identity's description. */
  readonly description: string;
  /** The subject that may assume the identity. */
  readonly subject: string;
  /** The issuer of the tokens that may assume the identity. */
  readonly issuer: string;
  /** The email address of the identity's user, if any. */
  readonly email: string;
}

/** The group in which the role is granted. */
export interface RoleBindingGroup {
  /** The group's uid. */
  readonly uid: Uid<"Group">;
  /** The group's name. */
  readonly name: string;
  /** The group's description. */
  readonly description: string;
}

/** The granted role. */
export interface RoleBindingRole {
  /** The role's uid. */
  readonly uid: Uid<"Role">;
  /** The role's name. */
  readonly name: string;
  /** The role's description. */
  readonly description: string;
}

/** The inputs of a role binding. */
export interface RoleBindingInputs {
  /** The uid of the identity to which the role is granted. A new value replaces the role binding. */
  readonly identityUid: pulumi.Input<Uid<"Identity">>;
  /** The uid of the granted role. */
  readonly roleUid: pulumi.Input<Uid<"Role">>;
  /** The time at which the access ends, such as 2030-01-31T12:00:00Z. An expired binding grants nothing and is deleted after 30 days. If not set, the access is permanent. RFC 3339, such as `2030-01-31T12:00:00Z`. */
  readonly expirationTime?: pulumi.Input<string | undefined>;
}

/** Creates a role binding, or adopts one. */
export interface RoleBindingCreateArgs extends RoleBindingInputs {
  /** The uid of the parent group. A new value replaces the role binding. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing role binding to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"RoleBinding"> | undefined>;
  /** Set to "overwrite" to change the adopted role binding where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts a role binding that exists, whatever its parent. */
export interface RoleBindingAdoptArgs extends RoleBindingInputs {
  /** The uid of the parent group. A new value replaces the role binding. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing role binding to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"RoleBinding">>;
  /** Set to "overwrite" to change the adopted role binding where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of a role binding: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type RoleBindingArgs = RoleBindingCreateArgs | RoleBindingAdoptArgs;

/** The outputs of a role binding. Lookups have everything that the API returns. */
export interface RoleBindingOutputs {
  /** The binding's unique identifier: its group's uid followed by one more segment. */
  readonly uid: pulumi.Output<Uid<"RoleBinding">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The uid of the identity to which the role is granted. */
  readonly identityUid: pulumi.Output<Uid<"Identity">>;
  /** The uid of the granted role. */
  readonly roleUid: pulumi.Output<Uid<"Role">>;
  /** The time at which the access ends, such as 2030-01-31T12:00:00Z. An expired binding grants nothing and is deleted after 30 days. If not set, the access is permanent. */
  readonly expirationTime: pulumi.Output<string>;
}

/** A role binding as lookups return it. A grant of a role to an identity, in a group and everything below it. */
export interface GetRoleBindingResult {
  /** The binding's unique identifier: its group's uid followed by one more segment. */
  readonly uid: Uid<"RoleBinding">;
  /** The uid of the parent group. */
  readonly groupUid: Uid<"Group">;
  /** The identity to which the role is granted. */
  readonly identity: RoleBindingIdentity;
  /** The group in which the role is granted. */
  readonly group: RoleBindingGroup;
  /** The granted role. */
  readonly role: RoleBindingRole;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The uid of the identity to which the role is granted. */
  readonly identityUid: Uid<"Identity">;
  /** The uid of the granted role. */
  readonly roleUid: Uid<"Role">;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** The time at which the access ends, such as 2030-01-31T12:00:00Z. An expired binding grants nothing and is deleted after 30 days. If not set, the access is permanent. */
  readonly expirationTime: string;
}

/** Selects a role binding by uid. */
export interface GetRoleBindingByUidArgs {
  /** The uid of the role binding. */
  readonly uid: Uid<"RoleBinding">;
}

/** Selects a role binding. */
export type GetRoleBindingArgs = GetRoleBindingByUidArgs;

/** {@link GetRoleBindingArgs} any of which may be outputs. */
export type GetRoleBindingOutputArgs = WithInputs<GetRoleBindingArgs>;

/** The arguments of a list of role bindings. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetRoleBindingsArgs {
  /** Return only bindings in the group with this uid. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only bindings of the identity with this uid. */
  readonly identityUid?: Uid<"Identity"> | undefined;
  /** Return only bindings of the role with this uid. */
  readonly roleUid?: Uid<"Role"> | undefined;
}

/** {@link GetRoleBindingsArgs} any of which may be outputs. */
export type GetRoleBindingsOutputArgs = WithInputs<GetRoleBindingsArgs>;
