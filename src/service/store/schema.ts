import type { RawBuilder } from "kysely";

/**
 * An active session of a person. Its refresh tokens and access tokens refer to it, and end with it.
 */
export interface StoredSession {
  /** The identity's uid plus one segment. */
  readonly uid: string;
  readonly identity: string;
  /** The identity's token generation at the time of the login. */
  readonly generation: number;
  /** The identity provider's uid, and its settings at the time of the login. */
  readonly provider: string;
  readonly issuer: string;
  readonly client_id: string;
  /** RFC 3339, like the other times. */
  readonly create_time: string;
  readonly last_used_time: string;
  /** When the session expires if it is not used, and when it ends in any case. */
  readonly expires: string;
  readonly ends: string;
  /** The identity provider's refresh token, encrypted with ours; empty if there is none. */
  readonly upstream: string;
}

/**
 * The tables. One table contains resources of every type, so that reading, listing, counting and deleting are
 * implemented once, and a new type needs no migration. Type-specific fields are JSON; searchable values have columns,
 * for fields that all types share, or rows in the search index.
 */
export interface Schema {
  readonly resources: {
    readonly type: string;
    readonly uid: string;
    /** The uid of the resource's root group. Indexed for lists that are not ordered by uid. */
    readonly root: string;
    readonly parent: string | null;
    readonly name: string;
    readonly create_time: string;
    readonly update_time: string;
    /** The other fields, as JSON. */
    readonly data: string;
  };
  /** The search index: one row per value by which a resource is found. */
  readonly search_index: {
    readonly type: string;
    readonly field: string;
    readonly value: string;
    readonly uid: string;
  };
  /** Values that must be unique, each encoded as one text. */
  readonly unique_values: { readonly value: string; readonly type: string; readonly uid: string };
  /**
   * The number of resources of a type strictly below a uid, and directly below it: the sums over all lock slots.
   */
  readonly counts: {
    readonly uid: string;
    readonly type: string;
    readonly slot: number;
    readonly direct: number;
    readonly below: number;
  };
  /** The slots of each organization's write lock (write-locks.ts). `version` counts the writes of a slot. */
  readonly write_lock_slots: { readonly root: string; readonly slot: number; readonly version: number };
  /** When an identity last obtained a token. Separate from the resource, which an exchange does not update. */
  readonly last_seen: { readonly uid: string; readonly time: string };
  /** Responses to creates, by caller and idempotency key. */
  readonly idempotency: {
    readonly caller: string;
    readonly key: string;
    readonly request: string;
    readonly response: string;
    readonly time: string;
  };
  /** Audit events that are not sealed yet. `entry` is JSON; `uid` is the resource's. */
  readonly audit: { readonly time: string; readonly id: string; readonly uid: string; readonly entry: string };
  /** Sealed audit events, in one chain: searchable values have columns, the complete event is JSON. */
  readonly audit_events: {
    readonly sequence: number;
    readonly time: string;
    readonly id: string;
    /** The uid of the organization; empty if the event belongs to none. */
    readonly root: string;
    readonly resource: string;
    readonly actor: string;
    readonly action: string;
    readonly event: string;
    readonly hash: string;
  };
  /** Two positions in the chain: `head`, the last event, and `anchor`, the last event that retention deleted. */
  readonly audit_chain: { readonly name: string; readonly sequence: number; readonly hash: string };
  /** The last event that each audit sink has written, and when the sink last sent a heartbeat. */
  readonly audit_sinks: {
    readonly name: string;
    readonly sequence: number;
    readonly hash: string;
    readonly time: string;
  };
  readonly signing_keys: { readonly kid: string; readonly create_time: string; readonly private_jwk: string };
  /** The data of single-use secrets, such as codes. */
  readonly single_use_secrets: { readonly digest: string; readonly data: string; readonly expires: string };
  readonly refresh_tokens: {
    readonly digest: string;
    /** The uid of the session. */
    readonly session: string;
    readonly data: string;
    /** 1 after the first use. */
    readonly used: number;
    readonly expires: string;
  };
  /** Active sessions of people. */
  readonly sessions: StoredSession;
  /** The identities of people, by the uid of the identity provider and the subject there. */
  readonly people: { readonly provider: string; readonly subject: string; readonly identity: string };
  readonly settings: { readonly name: string; readonly value: string };
  /** The completed migrations. */
  readonly migrations: { readonly name: string };
}

/** A resource as stored. */
export interface StoredResource {
  /** The type's name, such as `RoleBinding`. */
  readonly type: string;
  readonly uid: string;
  /** The uid of the parent; null for root groups and built-in roles. */
  readonly parent: string | null;
  /** RFC 3339, UTC, milliseconds, so that the text sorts chronologically. */
  readonly createTime: string;
  readonly updateTime: string;
  /** All other fields by JSON name, without those that have their zero value. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An engine's type for text that compares byte by byte, as uids, names and times require. */
export type Bytewise = RawBuilder<unknown>;
