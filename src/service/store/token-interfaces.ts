import type { JWK } from "jose";
import type { Registry, Resource } from "../../model";

/** The interfaces through which the token service accesses its state. */

/** Implementations may return synchronously or asynchronously. */
export type Awaitable<T> = T | Promise<T>;

/** Returns milliseconds since the Unix epoch. */
export type Clock = () => number;

/** A key that signs tokens. The store keeps it confidential. */
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

/** The stored fields that decide who may assume an identity. */
export type StoredIdentity = Pick<Identity, "uid" | "claimMatch" | "staticKeys"> &
  Partial<Pick<Identity, "name" | "description" | "email" | "disabled">> & {
    /** Increases when the identity's existing tokens become invalid; 0 by default. */
    readonly tokenGeneration?: number;
  };

export interface IdentityDirectory {
  get(uid: string): Awaitable<StoredIdentity | undefined>;
  /** Returns whether the session of a person with this uid is active. */
  hasSession(uid: string): Awaitable<boolean>;
  /** Returns the token generation of an identity provider; undefined if it does not exist. */
  providerGeneration(uid: string): Awaitable<number | undefined>;
  /** Returns up to `limit` identities of an organization that accept exactly this issuer and subject. */
  withExactClaims(
    claims: { readonly issuer: string; readonly subject: string },
    organization: string,
    limit: number,
  ): Awaitable<readonly StoredIdentity[]>;
  /**
   * Returns the uid of the identity provider through which the person's identity must log in, because it decides at
   * each login whether and with which roles; undefined for all other identities.
   */
  requiredProviderOf(uid: string): Awaitable<string | undefined>;
  /** Records that the identity obtained a token at `time` (RFC 3339). It may be written later. */
  markSeen(uid: string, time: string): void;
}

export interface OrganizationDirectory {
  /** Returns the uid of the organization with this name or uid; undefined if no organization has the name. */
  uidOf(nameOrUid: string): Awaitable<string | undefined>;
  /** Returns the uids of up to `limit` organizations. */
  first(limit: number): Awaitable<readonly string[]>;
}
