/**
 * The part of a platform that decides who may do what. Ids are uids; a resource that a plan creates has its address as
 * id, because its uid is not known yet.
 */
export interface Snapshot {
  readonly groups: readonly GroupEntry[];
  readonly identities: readonly IdentityEntry[];
  readonly roles: readonly RoleEntry[];
  readonly bindings: readonly BindingEntry[];
  /** What the source could not see, in sentences. Empty if it saw everything. */
  readonly gaps: readonly string[];
}

/** A value that is not known yet, and why. */
export interface Unknown {
  readonly unknown: string;
  /** The possible ids; any id if unset. */
  readonly oneOf?: readonly string[];
}

export type MaybeUnknown<T> = T | Unknown;

interface Entry {
  readonly id: string;
  /** The address in the Terraform configuration, or type and name in the Pulumi program, that manage the resource. */
  readonly address?: string | undefined;
}

export interface GroupEntry extends Entry {
  readonly name: MaybeUnknown<string>;
  /** The parent's id; not set for a root group. */
  readonly parent?: MaybeUnknown<string> | undefined;
}

export interface IdentityEntry extends Entry {
  readonly name: MaybeUnknown<string>;
  readonly group: MaybeUnknown<string>;
  readonly disabled: MaybeUnknown<boolean>;
  /** Which tokens may assume the identity. */
  readonly trust: MaybeUnknown<Trust>;
  readonly email?: string | undefined;
  readonly createTime?: string | undefined;
  readonly lastSeenTime?: string | undefined;
}

/**
 * An identity's field that describes who may assume it, such as `claimMatch`, with its value. Empty if no token may.
 */
export type Trust = Readonly<Record<string, unknown>>;

export interface RoleEntry extends Entry {
  readonly name: MaybeUnknown<string>;
  /** The short names of the role's capabilities. */
  readonly capabilities: MaybeUnknown<readonly string[]>;
}

/** A grant of a role to an identity, in a group and everything below it. */
export interface BindingEntry extends Entry {
  readonly group: MaybeUnknown<string>;
  readonly identity: MaybeUnknown<string>;
  readonly role: MaybeUnknown<string>;
  /** When the access ends, RFC 3339 in UTC with milliseconds; not set if it is permanent. */
  readonly expirationTime?: MaybeUnknown<string> | undefined;
}

export const isUnknown = (value: unknown): value is Unknown =>
  typeof value === "object" && value !== null && typeof (value as Partial<Unknown>).unknown === "string";

/** Returns the value if it is known. */
export const knownOr = <T, D>(value: MaybeUnknown<T>, otherwise: D): T | D =>
  isUnknown(value) ? otherwise : (value as T);

export const emptySnapshot: Snapshot = { groups: [], identities: [], roles: [], bindings: [], gaps: [] };
