import { createHash, randomUUID } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { unauthenticated } from "../../api";
import type { Clock } from "./ports";
import { ALGORITHM, type SigningKeys } from "./signing-keys";

/**
 * Issuer and audience of tokens that operators mint. No exchange can ask for it, and the signing keys are the store's
 * own, so such a token is good with one store and wherever that store's service happens to listen.
 */
export const OWN_STORE = "urn:platform-iac:own-store";

/** Tokens that are remembered as verified. */
const MAX_VERIFIED = 10_000;

/** What a verified token says. */
export interface VerifiedToken {
  readonly identityUid: string;
  readonly audiences: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface OwnTokensOptions {
  readonly keys: SigningKeys;
  readonly authUrl: () => string;
  readonly baseUrl: () => string;
  readonly now: Clock;
}

/** Tokens of the platform itself: signed here, and verified here where the API is called with them. */
export class OwnTokens {
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: MAX_VERIFIED });

  constructor(private readonly options: OwnTokensOptions) {}

  /** Signs a token, and tells when it expires. Its issuer is auth_url, or the store for a token that is the store's own. */
  async sign(identityUid: string, audiences: readonly string[], lifetimeSeconds: number) {
    const { kid, privateKey } = await this.options.keys.current();
    const issuedAt = Math.floor(this.options.now() / 1000);
    const expiresAt = issuedAt + lifetimeSeconds;
    const token = await new SignJWT({ aud: audiences.length === 1 ? audiences[0]! : [...audiences] })
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
      .setIssuer(audiences.includes(OWN_STORE) ? OWN_STORE : this.options.authUrl())
      .setSubject(identityUid)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(privateKey);
    return { token, expiry: new Date(expiresAt * 1000).toISOString() };
  }

  /** Verifies a token that the API was called with. Throws UNAUTHENTICATED. */
  async verify(token: string): Promise<VerifiedToken> {
    const digest = createHash("sha256").update(token).digest("base64");
    const known = this.#verified.get(digest) ?? (await this.#verifyAnew(token));
    if (known.expiresAt <= this.options.now()) throw unauthenticated("the token has expired");
    this.#verified.set(digest, known);
    return known;
  }

  async #verifyAnew(token: string): Promise<VerifiedToken> {
    const { iss, sub, aud, exp } = await this.#claims(token);
    const audiences = [aud ?? []].flat();
    const ofStore = iss === OWN_STORE;
    const { authUrl, baseUrl } = this.options;
    if (!ofStore && iss !== authUrl()) throw unauthenticated(`the token's issuer is not ${authUrl()}`);
    if (!audiences.includes(ofStore ? OWN_STORE : baseUrl()))
      throw unauthenticated(`the token is not for ${baseUrl()}`);
    if (sub === undefined || exp === undefined) throw unauthenticated("the token is not one of this service's");
    return { identityUid: sub, audiences, expiresAt: exp * 1000 };
  }

  async #claims(token: string): Promise<JWTPayload> {
    try {
      const key = await this.options.keys.publicKey(decodeProtectedHeader(token).kid);
      if (!key) throw unauthenticated("the token was not signed by this service");
      const currentDate = new Date(this.options.now());
      return (await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate })).payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthenticated("the token has expired");
      if (error instanceof errors.JOSEError || error instanceof TypeError)
        throw unauthenticated("the token is not one of this service's");
      throw error;
    }
  }
}
