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

export interface Organization {
  readonly groupUid: string;
  /** The identity of the owner. */
  readonly identityUid: string;
  /** The private key that signs the owner's tokens, if no issuer was given. It is not stored. */
  readonly privateKey?: JsonWebKey;
}
