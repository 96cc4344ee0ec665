import type { Kysely, RawBuilder } from "kysely";
import type { StoredSession } from "./sessions";

/**
 * The tables. One table holds resources of every type: reading, listing, counting and deleting are then written once,
 * and a new type needs no migration. What differs between types is data, in JSON; what is looked for stands in columns
 * (the same for all) and in `terms` (a type's filters).
 */
export interface Schema {
  readonly resources: {
    readonly type: string;
    readonly uid: string;
    /** The uid of the root group above; lists ordered by anything but uid stay within it. */
    readonly root: string;
    readonly parent: string | null;
    readonly name: string;
    readonly create_time: string;
    readonly update_time: string;
    /** The other fields, as JSON. */
    readonly data: string;
  };
  /** What filters look for: the values by which a resource is found, one row for each. */
  readonly terms: { readonly type: string; readonly field: string; readonly value: string; readonly uid: string };
  /** Values that may stand only once, as one text each. */
  readonly unique_values: { readonly value: string; readonly type: string; readonly uid: string };
  /** How many resources of a type stand strictly below a uid, and directly below it: the sums over all lanes. */
  readonly counts: {
    readonly uid: string;
    readonly type: string;
    readonly lane: number;
    readonly direct: number;
    readonly below: number;
  };
  /** In what order writes to an organization happen (lanes.ts); `turn` counts them. */
  readonly lanes: { readonly root: string; readonly lane: number; readonly turn: number };
  /** When an identity last obtained a token; apart from its resource, which that does not change. */
  readonly last_seen: { readonly uid: string; readonly time: string };
  /** Answers to creates, by the caller and the key that came with the request. */
  readonly idempotency: {
    readonly caller: string;
    readonly key: string;
    readonly request: string;
    readonly answer: string;
    readonly time: string;
  };
  /** Audit events that are not sealed yet; the entry is JSON, `uid` that of the resource. */
  readonly audit: { readonly time: string; readonly id: string; readonly uid: string; readonly entry: string };
  /** Sealed audit events, in one chain: what is looked for stands in columns too, all of the event in its JSON. */
  readonly audit_events: {
    readonly sequence: number;
    readonly time: string;
    readonly id: string;
    /** The uid of the organization; empty where the event belongs to none. */
    readonly root: string;
    readonly resource: string;
    readonly actor: string;
    readonly action: string;
    readonly event: string;
    readonly hash: string;
  };
  /** Two places in that chain: `head`, the last event, and `anchor`, the last that retention deleted. */
  readonly audit_chain: { readonly name: string; readonly sequence: number; readonly hash: string };
  /** The last event that each audit sink has written, and when the sink was last known to run. */
  readonly audit_sinks: {
    readonly name: string;
    readonly sequence: number;
    readonly hash: string;
    readonly time: string;
  };
  readonly signing_keys: { readonly kid: string; readonly create_time: string; readonly private_jwk: string };
  /** What secrets stand for that work once, such as codes. */
  readonly one_time: { readonly digest: string; readonly data: string; readonly expires: string };
  readonly refresh_tokens: {
    readonly digest: string;
    /** The uid of the session that they belong to. */
    readonly family: string;
    readonly data: string;
    /** 1 once it was used. */
    readonly used: number;
    readonly expires: string;
  };
  /** Logins of people that go on. */
  readonly sessions: StoredSession;
  /** The identities of people, by the uid of the identity provider and their subject there. */
  readonly people: { readonly provider: string; readonly subject: string; readonly identity: string };
  readonly settings: { readonly name: string; readonly value: string };
  /** The migrations that were done. */
  readonly migrations: { readonly name: string };
}

/** The store, or a transaction in it. */
export type Database = Kysely<Schema>;

/** A resource as it is kept. */
export interface StoredResource {
  /** The type's name: `RoleBinding`. */
  readonly type: string;
  readonly uid: string;
  /** The uid of what holds it; null for root groups and built-in roles. */
  readonly parent: string | null;
  /** RFC 3339, UTC, milliseconds; as text they sort as they should. */
  readonly createTime: string;
  readonly updateTime: string;
  /** Every other field by its JSON name, without those that have their zero value. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An engine's type for text that compares byte by byte, as uids, names and times must. */
export type Bytewise = RawBuilder<unknown>;
