import type { JsonWebKey } from "node:crypto";

export interface NewOrganization {
  /** The root group's name, unique in the installation. */
  readonly name: string;
  /**
   * The claims of OIDC tokens that may assume the owner identity. Without issuer and subject, the owner gets a signing
   * key of its own.
   */
  readonly issuer?: string | undefined;
  readonly subject?: string | undefined;
}

/** The key that signs the owner's tokens, and their claims. The private key is not stored. */
export interface OwnKey {
  readonly privateKey: JsonWebKey;
  readonly issuer: string;
  readonly subject: string;
}

/** With a key if no issuer was given. */
export interface Organization extends Partial<OwnKey> {
  readonly groupUid: string;
  /** The identity of the owner. */
  readonly identityUid: string;
}
