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
  Partial<Pick<Identity, "name" | "description" | "email" | "disabled">> & {
    /** Rises when the tokens that the identity got so far are to be refused; 0 unless given. */
    readonly tokenGeneration?: number;
  };

export interface IdentityDirectory {
  get(uid: string): Awaitable<StoredIdentity | undefined>;
  /**
   * The identities that a token with this issuer and subject might assume: at most `limit`, of which none may be missing
   * up to there. Others may be among them, since the token service compares for itself. Few are read at a time.
   */
  matching(issuer: string, subject: string, limit: number): AsyncIterable<StoredIdentity> | Iterable<StoredIdentity>;
  /** Notes that the identity obtained a token at this time, which is RFC 3339. */
  markSeen(uid: string, time: string): Awaitable<void>;
}
