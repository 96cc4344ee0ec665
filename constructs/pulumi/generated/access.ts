// Generated from src/model by `npm run generate`.
import type { Capability, Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** A role binding that gives access. */
export interface AccessBinding {
  /** The uid of the binding. */
  readonly uid: string;
  /** The uid of the group in which the role is granted. */
  readonly groupUid: Uid<"Group">;
  /** The group's name. */
  readonly groupName: string;
  /** The path of names from the organization to the group, separated by slashes. */
  readonly groupPath: string;
  /** The uid of the role. */
  readonly roleUid: Uid<"Role">;
  /** The role's name. */
  readonly roleName: string;
  /** The time at which the access ends. Not set for permanent access. */
  readonly expirationTime: string;
  /** The role's capabilities, by short name; empty if the provider's identity cannot see the role. */
  readonly capabilities: readonly Capability[];
}

/** What an identity may do, and through which role bindings. Includes only what the provider's identity can see; a warning reports possible gaps. */
export interface GetAccessResult {
  /** The uid of the identity. */
  readonly identityUid: Uid<"Identity">;
  /** The uid of a group. Limits the bindings to those in the group and above it, which are the ones that apply there. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The role bindings that have not expired, ordered from the organization down. */
  readonly bindings: readonly AccessBinding[];
  /** The short names of the identity's capabilities in the group `groupUid`. Null if `groupUid` is not set. */
  readonly capabilities: readonly Capability[];
}

/** The arguments of `getAccess`. */
export interface GetAccessArgs {
  /** The uid of the identity. */
  readonly identityUid: Uid<"Identity">;
  /** The uid of a group. Limits the bindings to those in the group and above it, which are the ones that apply there. */
  readonly groupUid?: Uid<"Group"> | undefined;
}

/** {@link GetAccessArgs} any of which may be outputs. */
export type GetAccessOutputArgs = WithInputs<GetAccessArgs>;
