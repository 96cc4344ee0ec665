import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from "jose";
import type { Clock, KeyStore, SigningKeyRecord } from "../../store";

/** The algorithm of the platform's own tokens. */
export const ALGORITHM = "ES256";

/** How long clients may cache the published keys, in seconds. */
export const PUBLISHED_MAX_AGE = 300;

/** The maximum lifetime of the platform's own tokens, in seconds. */
export const MAX_LIFETIME_SECONDS = 24 * 3600;

/** How long a node caches its list of keys: it notices another node's rotation or revocation within a minute. */
const LIST_MAX_AGE_MS = 60_000;
/** How long a key is published before it signs, so that by then every cache contains it. */
const PUBLISH_BEFORE_MS = PUBLISHED_MAX_AGE * 1000 + 2 * LIST_MAX_AGE_MS;
/** The age at which a key is replaced. */
const ROTATE_AFTER_MS = 30 * 24 * 3600 * 1000;
/**
 * How long a key stays published after its successor was created: until the last token that it may have signed has
 * expired.
 */
const RETIRE_AFTER_MS = PUBLISH_BEFORE_MS + LIST_MAX_AGE_MS + MAX_LIFETIME_SECONDS * 1000;

interface SigningKey {
  readonly kid: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

/**
 * The store's signing keys, which all nodes share. A new key is published immediately and signs seven minutes later.
 * The previous key stays published until the last token that it may have signed has expired, and is then deleted, so
 * that every verifier can find the key of every valid token. A node caches the list for at most a minute.
 */
export class SigningKeys {
  /** Oldest first. */
  #keys: readonly SigningKey[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading?: Promise<void>;
  #rotating?: Promise<void>;

  constructor(
    private readonly store: KeyStore,
    private readonly now: Clock,
  ) {}

  /** Returns the key that signs: the newest one that all caches can contain. Creates another key when it is due. */
  async current(): Promise<SigningKey> {
    await this.#ensureFresh();
    const newest = this.#keys.at(-1);
    if (!newest || this.now() - newest.createdAt >= ROTATE_AFTER_MS) await this.#rotateOnce();
    const [oldest] = this.#keys;
    const key = this.#keys.findLast(({ createdAt }) => this.now() - createdAt >= PUBLISH_BEFORE_MS) ?? oldest;
    if (!key) throw new Error("the store has no signing key, although one was just created");
    return key;
  }

  /** Returns the public key with this key id, including one that another node has just added. */
  async publicKey(kid: string | undefined): Promise<CryptoKey | undefined> {
    await this.#ensureFresh();
    const find = () => this.#keys.find((key) => key.kid === kid)?.publicKey;
    if (kid !== undefined && !find()) await this.#load();
    return find();
  }

  async jwks(): Promise<JSONWebKeySet> {
    await this.#ensureFresh();
    if (this.#keys.length === 0) await this.#rotateOnce();
    return { keys: this.#keys.map(({ publicJwk }) => publicJwk) };
  }

  /**
   * Adds a key, and deletes those whose tokens have all expired. With `revoke`, deletes all other keys immediately: the
   * tokens that they signed are rejected everywhere once caches expire.
   */
  async rotate({ revoke = false } = {}): Promise<void> {
    const before = await this.store.list();
    const kept = new Set(revoke ? [] : this.#unexpired(before).map(({ kid }) => kid));
    await this.store.add(await generate(this.now()));
    for (const { kid } of before) if (!kept.has(kid)) await this.store.remove(kid);
    await this.#load();
  }

  /** Returns the keys with tokens that may still be valid. */
  #unexpired(records: readonly SigningKeyRecord[]): SigningKeyRecord[] {
    return records.filter((_, index) => {
      const successor = records[index + 1];
      return !successor || this.now() - Date.parse(successor.createTime) < RETIRE_AFTER_MS;
    });
  }

  #rotateOnce(): Promise<void> {
    this.#rotating ??= this.rotate().finally(() => {
      this.#rotating = undefined;
    });
    return this.#rotating;
  }

  async #ensureFresh(): Promise<void> {
    if (this.now() - this.#loadedAt >= LIST_MAX_AGE_MS) await this.#load();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadNow().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadNow(): Promise<void> {
    const at = this.now();
    const known = new Map(this.#keys.map((key) => [key.kid, key]));
    const records = this.#unexpired(await this.store.list());
    this.#keys = await Promise.all(records.map((record) => known.get(record.kid) ?? importKey(record)));
    this.#loadedAt = at;
  }
}

/** Creates a key pair as a private JWK whose key id is its thumbprint. */
export async function generatePrivateJwk(): Promise<JWK & { readonly kid: string }> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: "sig" };
}

/** Returns a JWK without its private half. */
export function toPublicJwk({ d: _private, ...jwk }: JWK): JWK {
  return jwk;
}

async function generate(now: number): Promise<SigningKeyRecord> {
  const privateJwk = await generatePrivateJwk();
  return { kid: privateJwk.kid, createTime: new Date(now).toISOString(), privateJwk };
}

async function importKey({ kid, createTime, privateJwk }: SigningKeyRecord): Promise<SigningKey> {
  const publicJwk = toPublicJwk(privateJwk);
  const [privateKey, publicKey] = await Promise.all([
    importJWK(privateJwk, ALGORITHM),
    importJWK(publicJwk, ALGORITHM),
  ]);
  return {
    kid,
    createdAt: Date.parse(createTime),
    // Only symmetric keys are imported as bytes.
    privateKey: privateKey as CryptoKey,
    publicKey: publicKey as CryptoKey,
    publicJwk,
  };
}
