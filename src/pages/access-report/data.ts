/**
 * What the page of an access report shows. It is embedded in the page as JSON, so entries refer to each other by their
 * index. Names come from the platform and are untrusted.
 */
export interface AccessReportData {
  /** Where the access was read: a platform's address, or a plan. */
  readonly source: string;
  /** When it was read, in RFC 3339. */
  readonly time: string;
  /** Sorted by path. */
  readonly groups: readonly ReportGroup[];
  /** Sorted by name. */
  readonly identities: readonly ReportIdentity[];
  readonly bindings: readonly ReportBinding[];
  readonly capabilitySets: readonly CapabilityList[];
  readonly access: readonly EffectiveAccess[];
  readonly unknown: readonly UnknownBinding[];
  /** Not set without anything to compare with. */
  readonly changes?: ReportChanges;
  /** What could not be read, in sentences. */
  readonly gaps: readonly string[];
}

export interface ReportGroup {
  readonly id: string;
  /** The path of names, such as `acme/payments`. */
  readonly path: string;
  readonly name: string;
  /** The index of the parent; not set for a root group, and if the parent is hidden or unknown. */
  readonly parent?: number;
}

export interface ReportIdentity {
  readonly id: string;
  readonly name: string;
  /** The index of its group; not set if that is hidden or unknown. */
  readonly group?: number;
  readonly state: "enabled" | "disabled" | "unknown";
  /** The address in the configuration that manages the identity. */
  readonly address?: string;
  readonly lastSeenTime?: string;
  /** What a token must have to assume the identity, in words. */
  readonly trust: readonly string[];
}

/** The role with the time at which it ends, the indexes of the identity and the group, and the uid or address of a role binding. */
export type ReportBinding = readonly [role: string, identity: number, group: number, name: string];

export interface CapabilityList {
  /** The capabilities in words: their names if they are few, or those of a role. */
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * What an identity may do in a group where it has a role binding, with what it has from groups above, and the indexes of
 * the role bindings. It is true of everything below, down to the next group where the identity has a role binding.
 */
export type EffectiveAccess = readonly [
  identity: number,
  group: number,
  capabilitySet: number,
  bindings: readonly number[],
];

/** A role binding whose effect is unknown until apply. */
export interface UnknownBinding {
  readonly name: string;
  readonly identity: string;
  readonly group: string;
  readonly role: string;
  readonly reason: string;
}

export interface ReportChanges {
  /** What the access is compared with. */
  readonly since: string;
  /** All changes in one line. */
  readonly summary: string;
  readonly rows: readonly ReportChange[];
}

export interface ReportChange {
  readonly kind: "gained" | "lost" | "takeover" | "unknown";
  readonly identity: Reference;
  readonly group: Reference;
  /** The index of the capabilities that are gained or lost. */
  readonly capabilitySet?: number;
  /** What else changes, in words. */
  readonly note?: string;
  /** The uids or addresses of what causes the change. */
  readonly through: readonly string[];
}

/** The index of an entry, or a name if the report has no such entry. */
export type Reference = number | string;
