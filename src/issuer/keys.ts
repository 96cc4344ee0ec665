import type { JsonWebKey, webcrypto } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";

export const algorithm = "ES256";

/**
 * The key that signs a token: the published one, or one that a verifier must reject.
 * - `withdrawn`: published until the last rotation; does not exist before the first
 * - `unpublished`: never published, with its own kid
 * - `forged`: never published, with the kid of the published key
 */
export type KeyChoice = "current" | "withdrawn" | "unpublished" | "forged";

/** A JSON Web Key Set. */
export interface PublicKeys {
  readonly keys: JsonWebKey[];
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: webcrypto.CryptoKey;
}

interface KeyPair extends SigningKey {
  readonly publicJwk: JsonWebKey;
}

/**
 * The keys of an issuer. Only one is published at a time, and rotation withdraws it immediately, which exposes stale
 * caches.
 */
export class KeyRing {
  #current: KeyPair;
  #withdrawn: KeyPair | undefined;
  readonly #unpublished: KeyPair;

  private constructor(current: KeyPair, unpublished: KeyPair) {
    this.#current = current;
    this.#unpublished = unpublished;
  }

  static async create(): Promise<KeyRing> {
    const [current, unpublished] = await Promise.all([generate(), generate()]);
    return new KeyRing(current, unpublished);
  }

  get jwks(): PublicKeys {
    return { keys: [this.#current.publicJwk] };
  }

  async rotate(): Promise<void> {
    const fresh = await generate();
    this.#withdrawn = this.#current;
    this.#current = fresh;
  }

  /** Returns the signing key for a choice. Throws if no key has been withdrawn yet. */
  choose(choice: KeyChoice): SigningKey {
    switch (choice) {
      case "current":
        return this.#current;
      case "withdrawn":
        if (!this.#withdrawn) throw new Error("no key has been withdrawn yet; call rotate() first");
        return this.#withdrawn;
      case "unpublished":
        return this.#unpublished;
      case "forged":
        return { kid: this.#current.kid, privateKey: this.#unpublished.privateKey };
    }
  }
}

async function generate(): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, privateKey, publicJwk: { ...jwk, kid, alg: algorithm, use: "sig" } };
}
