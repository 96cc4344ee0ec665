// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";

/** A role granted to an identity. */
export interface GroupAccessGrantArgs {
  /** The uid of the identity to which the role is granted. */
  readonly identityUid: pulumi.Input<Uid<"Identity">>;
  /** The uid of the granted role. */
  readonly roleUid: pulumi.Input<Uid<"Role">>;
  /** The time at which the access ends, such as 2030-01-31T12:00:00Z. An expired binding grants nothing and is deleted after 30 days. If not set, the access is permanent. RFC 3339, such as `2030-01-31T12:00:00Z`. */
  readonly expirationTime?: pulumi.Input<string | undefined>;
}

/** A role granted to an identity. */
export interface GroupAccessGrant {
  /** The uid of the identity to which the role is granted. */
  readonly identityUid: Uid<"Identity">;
  /** The uid of the granted role. */
  readonly roleUid: Uid<"Role">;
  /** The time at which the access ends, such as 2030-01-31T12:00:00Z. An expired binding grants nothing and is deleted after 30 days. If not set, the access is permanent. */
  readonly expirationTime?: string | undefined;
}

/** A removed role binding. */
export interface GroupAccessRemovedBinding {
  /** The uid of the role binding. */
  readonly uid: string;
  /** The uid of the identity. */
  readonly identityUid: Uid<"Identity">;
  /** The identity's name. */
  readonly identityName: string;
  /** The uid of the role. */
  readonly roleUid: Uid<"Role">;
  /** The role's name. */
  readonly roleName: string;
}

/** The arguments of a group access. */
export interface GroupAccessArgs {
  /** The uid of the parent group. A new value replaces the group access. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The role bindings that the group has, and no others: each grants a role to an identity, in the group and everything below it. */
  readonly grants: pulumi.Input<readonly pulumi.Input<GroupAccessGrantArgs>[]>;
  /** Set to "overwrite" to remove existing role bindings that `grants` does not contain when it is created. Otherwise the create fails with a list of them. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The outputs of a group access. */
export interface GroupAccessOutputs {
  /** The uid of the group. */
  readonly uid: pulumi.Output<Uid<"Group">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The role bindings that the group has, and no others: each grants a role to an identity, in the group and everything below it. */
  readonly grants: pulumi.Output<readonly GroupAccessGrant[]>;
  /** The role bindings that the last change removed because the grants did not contain them. */
  readonly removedBindings: pulumi.Output<readonly GroupAccessRemovedBinding[]>;
}
