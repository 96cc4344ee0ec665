import type { JWK } from "jose";
import type { Registry, Resource } from "../../model";

/** What the token service asks of whoever keeps its state. */

/** Stores may answer at once or later: one on the same machine need not make promises. */
export type Awaitable<T> = T | Promise<T>;

/** Milliseconds since 1970. */
export type Clock = () => number;

/** A key that signs tokens. The store keeps it secret. */
export interface SigningKeyRecord {
  readonly kid: string;
  /** RFC 3339. */
  readonly createTime: string;
  readonly privateJwk: JWK;
}

export interface KeyStore {
  /** Oldest first. */
  list(): Awaitable<readonly SigningKeyRecord[]>;
  add(record: SigningKeyRecord): Awaitable<void>;
  remove(kid: string): Awaitable<void>;
}

type Identity = Resource<Registry["identities"]>;

/** Who may assume an identity, as stored. */
export type StoredIdentity = Pick<Identity, "uid" | "claimMatch" | "staticKeys"> &
  Partial<Pick<Identity, "name" | "description" | "email">>;

export interface IdentityDirectory {
  get(uid: string): Awaitable<StoredIdentity | undefined>;
  /**
   * Every identity that a token with this issuer and subject might assume. More than those may be returned, such as all
   * that have patterns, since the token service compares for itself; but none may be missing.
   */
  matching(issuer: string, subject: string): Awaitable<readonly StoredIdentity[]>;
  /** Notes that the identity obtained a token at this time, which is RFC 3339. */
  markSeen(uid: string, time: string): Awaitable<void>;
}
