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
  /** Whether the session of a person with this uid goes on. */
  hasSession(uid: string): Awaitable<boolean>;
  /** The token generation of an identity provider; undefined where there is none with this uid. */
  providerGeneration(uid: string): Awaitable<number | undefined>;
  /** The identities of an organization that fix this issuer and this subject literally: at most `limit`. */
  fixedTo(
    claims: { readonly issuer: string; readonly subject: string },
    organization: string,
    limit: number,
  ): Awaitable<readonly StoredIdentity[]>;
  /**
   * The uid of the identity provider by which alone a person's identity is assumed, since it decides at each login whether
   * they may, and as what; undefined for every other identity.
   */
  loginOf(uid: string): Awaitable<string | undefined>;
  /** Notes that the identity obtained a token at this time, which is RFC 3339; it may be written later. */
  markSeen(uid: string, time: string): void;
}

export interface OrganizationDirectory {
  /** The uid of the organization that a name or a uid stands for; undefined for the name of none. */
  uidOf(nameOrUid: string): Awaitable<string | undefined>;
  /** The uids of some organizations: at most `limit`, and all where there are fewer. */
  first(limit: number): Awaitable<readonly string[]>;
}
