import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from "jose";
import type { Clock, KeyStore, SigningKeyRecord } from "./ports";

/** What signs and verifies our own tokens. */
export const ALGORITHM = "ES256";

interface SigningKey {
  readonly kid: string;
  readonly createTime: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** The store's signing keys, imported once. The first is made when it is first needed; the newest signs. */
export class SigningKeys {
  readonly #keys = new Map<string, SigningKey>();
  #loading?: Promise<void>;

  constructor(
    private readonly store: KeyStore,
    private readonly now: Clock,
  ) {}

  async current(): Promise<SigningKey> {
    await this.#loaded();
    return [...this.#keys.values()].reduce((newest, key) => (key.createTime > newest.createTime ? key : newest));
  }

  /** The public key with this kid, which another node may have added a moment ago. */
  async publicKey(kid: string | undefined): Promise<CryptoKey | undefined> {
    await this.#loaded();
    if (kid !== undefined && !this.#keys.has(kid)) await this.#load();
    return this.#keys.get(kid ?? "")?.publicKey;
  }

  async jwks(): Promise<JSONWebKeySet> {
    await this.#load();
    return { keys: [...this.#keys.values()].map(({ publicJwk }) => publicJwk) };
  }

  async #loaded(): Promise<void> {
    if (this.#keys.size === 0) await this.#load();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadNow().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadNow(): Promise<void> {
    if ((await this.store.list()).length === 0) await this.store.add(await generate(this.now()));
    // Read again rather than remembered: of two nodes that start at once, each must know the other's key.
    for (const record of await this.store.list())
      if (!this.#keys.has(record.kid)) this.#keys.set(record.kid, await imported(record));
  }
}

/** A fresh key pair as a private JWK, whose kid is its thumbprint. */
export async function generatePrivateJwk(): Promise<JWK & { readonly kid: string }> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: "sig" };
}

/** A JWK without its private half. */
export function publicHalf({ d: _private, ...jwk }: JWK): JWK {
  return jwk;
}

async function generate(now: number): Promise<SigningKeyRecord> {
  const privateJwk = await generatePrivateJwk();
  return { kid: privateJwk.kid, createTime: new Date(now).toISOString(), privateJwk };
}

async function imported({ kid, createTime, privateJwk }: SigningKeyRecord): Promise<SigningKey> {
  const publicJwk = publicHalf(privateJwk);
  const [privateKey, publicKey] = await Promise.all([
    importJWK(privateJwk, ALGORITHM),
    importJWK(publicJwk, ALGORITHM),
  ]);
  return { kid, createTime, privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey, publicJwk };
}
