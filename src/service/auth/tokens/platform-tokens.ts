import { hash, randomUUID } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { unauthenticated } from "../../../api";
import type { Actor, Credential, Restrictions } from "../../core/access";
import { fromClaims, toClaims } from "../../core/access/restrictions";
import type { Clock } from "../../store";
import { ALGORITHM, MAX_LIFETIME_SECONDS, type SigningKeys } from "./signing-keys";

/**
 * The issuer and audience of tokens that operators create. No exchange can request it, and the signing keys belong to
 * the store, so such a token is valid only for this store, at whatever address its service listens.
 */
export const OWN_STORE = "urn:platform-iac:own-store";

/** The maximum number of cached verified tokens. */
const MAX_VERIFIED = 10_000;

/** The claims of a verified token. */
export interface VerifiedToken extends Credential {
  readonly generation: number;
  /** Its `jti`. */
  readonly tokenId?: string;
  readonly audiences: readonly string[];
  /** What the token is restricted to; empty if it has all permissions of its identity. */
  readonly restrictions: Restrictions;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

export interface PlatformTokensOptions {
  readonly keys: SigningKeys;
  readonly authUrl: () => string;
  readonly now: Clock;
}

interface SigningRequest extends Credential {
  readonly audiences: readonly string[];
  readonly lifetimeSeconds: number;
  readonly restrictions?: Restrictions;
  /** The latest expiry, in milliseconds since the Unix epoch. */
  readonly notAfter?: number | undefined;
}

/** A token with verified signature and issuer; its audience and times are checked on every use. */
interface Verified {
  readonly kid: string | undefined;
  readonly token: VerifiedToken;
}

/** Signs the platform's own tokens, and verifies them on API calls. */
export class PlatformTokens {
  readonly #verified = new LRUCache<string, Verified>({ max: MAX_VERIFIED });

  constructor(private readonly options: PlatformTokensOptions) {}

  /** Returns whether a token with this issuer must be the platform's own. */
  isIssuer(issuer: string): boolean {
    return issuer === OWN_STORE || issuer === this.options.authUrl();
  }

  /**
   * Signs a token, and returns its expiry. Its issuer is auth_url, or the store for tokens that are valid only for the
   * store.
   */
  async sign({
    identityUid,
    generation = 0,
    session,
    provider,
    actors = [],
    audiences,
    lifetimeSeconds,
    restrictions = {},
    notAfter = Number.POSITIVE_INFINITY,
  }: SigningRequest) {
    const { kid, privateKey } = await this.options.keys.current();
    const issuedAt = Math.floor(this.options.now() / 1000);
    const lifetime = Math.min(lifetimeSeconds, MAX_LIFETIME_SECONDS);
    const expiresAt = Math.min(issuedAt + lifetime, Math.floor(notAfter / 1000));
    const [only, ...others] = audiences;
    const aud = only !== undefined && others.length === 0 ? only : [...audiences];
    const token = await new SignJWT({
      aud,
      ...(generation > 0 ? { gen: generation } : {}),
      ...(session ? { sid: session } : {}),
      ...(provider ? { idp: provider.uid } : {}),
      ...(provider && provider.generation > 0 ? { idp_gen: provider.generation } : {}),
      ...toAct(actors),
      ...toClaims(restrictions),
    })
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
      .setIssuer(audiences.includes(OWN_STORE) ? OWN_STORE : this.options.authUrl())
      .setSubject(identityUid)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(privateKey);
    return { token, expiry: new Date(expiresAt * 1000).toISOString() };
  }

  /** Verifies a token for the audience, or for this store. Throws UNAUTHENTICATED. */
  async verify(token: string, audience: string): Promise<VerifiedToken> {
    const digest = hash("sha256", token, "base64");
    const known = this.#verified.get(digest);
    // Removing a key invalidates the tokens that it signed.
    const verified =
      known && (await this.options.keys.publicKey(known.kid)) ? known : await this.#verifyUncached(token);
    const { audiences, expiresAt } = verified.token;
    if (expiresAt <= this.options.now()) throw unauthenticated("the token has expired");
    if (!audiences.includes(audience) && !audiences.includes(OWN_STORE))
      throw unauthenticated(`the token does not have the audience ${audience}`);
    if (verified !== known) this.#verified.set(digest, verified);
    return verified.token;
  }

  async #verifyUncached(token: string): Promise<Verified> {
    const { kid, claims } = await this.#claims(token);
    const { iss, sub, aud, exp, jti } = claims;
    const audiences = [aud ?? []].flat();
    if (iss === undefined || !this.isIssuer(iss) || audiences.includes(OWN_STORE) !== (iss === OWN_STORE))
      throw unauthenticated(`the token's issuer is not ${this.options.authUrl()}`);
    if (sub === undefined || exp === undefined) throw unauthenticated("the token was not issued by this service");
    const generation = generationIn(claims.gen);
    const session = typeof claims.sid === "string" ? { session: claims.sid } : {};
    const provider =
      typeof claims.idp === "string" ? { provider: { uid: claims.idp, generation: generationIn(claims.idp_gen) } } : {};
    const verified = {
      identityUid: sub,
      generation,
      ...session,
      ...provider,
      // The signature is the service's own, and so is the claim.
      ...(claims.act ? { actors: fromAct(claims.act as Act) } : {}),
      audiences,
      restrictions: fromClaims(claims),
      expiresAt: exp * 1000,
    };
    return { kid, token: { ...verified, ...(jti === undefined ? {} : { tokenId: jti }) } };
  }

  async #claims(token: string): Promise<{ kid: string | undefined; claims: JWTPayload }> {
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = await this.options.keys.publicKey(kid);
      if (!key) throw unauthenticated("the token was not signed by this service");
      const currentDate = new Date(this.options.now());
      return { kid, claims: (await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate })).payload };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthenticated("the token has expired");
      if (error instanceof errors.JOSEError || error instanceof TypeError)
        throw unauthenticated("the token was not issued by this service");
      throw error;
    }
  }
}

/** The claim `act` of RFC 8693: the latest actor, with the earlier ones nested. */
interface Act {
  readonly sub: string;
  readonly gen?: number;
  readonly act?: Act;
}

const toAct = ([latest, ...earlier]: readonly Actor[]): { readonly act?: Act } =>
  latest
    ? {
        act: {
          sub: latest.identityUid,
          ...(latest.generation > 0 ? { gen: latest.generation } : {}),
          ...toAct(earlier),
        },
      }
    : {};

const fromAct = ({ sub, gen, act }: Act): Actor[] => [
  { identityUid: sub, generation: generationIn(gen) },
  ...(act ? fromAct(act) : []),
];

const generationIn = (claim: unknown): number => (typeof claim === "number" ? claim : 0);
