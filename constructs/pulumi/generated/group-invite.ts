// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Capability, Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** The granted role. */
export interface GroupInviteRole {
  /** The role's uid. */
  readonly uid: Uid<"Role">;
  /** The role's name. */
  readonly name: string;
  /** The role's description. */
  readonly description: string;
  /** The capabilities that the role grants. */
  readonly capabilities: readonly Capability[];
}

/** The inputs of a group invite. */
export interface GroupInviteInputs {
  /** The uid of the role that is granted to the user who joins. A new value replaces the group invite. */
  readonly roleUid: pulumi.Input<Uid<"Role">>;
  /** The email address that may redeem the invite. If not set, anyone with the code may redeem it. Must be an email address (`^[^\s@]+@[^\s@]+$`). A new value replaces the group invite. */
  readonly email?: pulumi.Input<string | undefined>;
  /** How long the invite is valid, such as 3600s, 5m or 7d: from one minute to one year. A new value replaces the group invite. */
  readonly ttl: pulumi.Input<string>;
  /** Whether the invite is deleted once it has been redeemed. A new value replaces the group invite. */
  readonly singleUse?: pulumi.Input<boolean | undefined>;
}

/** Creates a group invite, or adopts one. */
export interface GroupInviteCreateArgs extends GroupInviteInputs {
  /** The uid of the parent group. A new value replaces the group invite. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing group invite to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"GroupInvite"> | undefined>;
  /** Set to "overwrite" to change the adopted group invite where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts a group invite that exists, whatever its parent. */
export interface GroupInviteAdoptArgs extends GroupInviteInputs {
  /** The uid of the parent group. A new value replaces the group invite. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing group invite to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"GroupInvite">>;
  /** Set to "overwrite" to change the adopted group invite where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of a group invite: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type GroupInviteArgs = GroupInviteCreateArgs | GroupInviteAdoptArgs;

/** The outputs of a group invite. Lookups have everything that the API returns. */
export interface GroupInviteOutputs {
  /** The invite's unique identifier: its group's uid followed by one more segment. */
  readonly uid: pulumi.Output<Uid<"GroupInvite">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The uid of the role that is granted to the user who joins. */
  readonly roleUid: pulumi.Output<Uid<"Role">>;
  /** The email address that may redeem the invite. If not set, anyone with the code may redeem it. */
  readonly email: pulumi.Output<string>;
  /** How long the invite is valid, such as 3600s, 5m or 7d: from one minute to one year. */
  readonly ttl: pulumi.Output<string | undefined>;
  /** The time at which the invite expires. It is deleted soon afterwards. */
  readonly expirationTime: pulumi.Output<string>;
  /** Whether the invite is deleted once it has been redeemed. */
  readonly singleUse: pulumi.Output<boolean>;
  /** The code that redeems the invite. Returned only when the invite is created. Encrypted as a secret in the state. */
  readonly code: pulumi.Output<string>;
  /** Identifies the code without revealing it. */
  readonly keyId: pulumi.Output<string>;
}

/** A group invite as lookups return it. An invite whose code allows its holder to join a group with a role. */
export interface GetGroupInviteResult {
  /** The invite's unique identifier: its group's uid followed by one more segment. */
  readonly uid: Uid<"GroupInvite">;
  /** The uid of the parent group. */
  readonly groupUid: Uid<"Group">;
  /** The uid of the role that is granted to the user who joins. */
  readonly roleUid: Uid<"Role">;
  /** The email address that may redeem the invite. If not set, anyone with the code may redeem it. */
  readonly email: string;
  /** The time at which the invite expires. It is deleted soon afterwards. */
  readonly expirationTime: string;
  /** Whether the invite is deleted once it has been redeemed. */
  readonly singleUse: boolean;
  /** Identifies the code without revealing it. */
  readonly keyId: string;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The granted role. */
  readonly role: GroupInviteRole;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
}

/** Selects a group invite by uid. */
export interface GetGroupInviteByUidArgs {
  /** The uid of the group invite. */
  readonly uid: Uid<"GroupInvite">;
}

/** Selects a group invite. */
export type GetGroupInviteArgs = GetGroupInviteByUidArgs;

/** {@link GetGroupInviteArgs} any of which may be outputs. */
export type GetGroupInviteOutputArgs = WithInputs<GetGroupInviteArgs>;

/** The arguments of a list of group invites. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetGroupInvitesArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only the invite with this key ID. */
  readonly keyId?: string | undefined;
}

/** {@link GetGroupInvitesArgs} any of which may be outputs. */
export type GetGroupInvitesOutputArgs = WithInputs<GetGroupInvitesArgs>;
