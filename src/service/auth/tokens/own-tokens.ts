import { hash, randomUUID } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { unauthenticated } from "../../../api";
import type { Actor, Credential, Narrowing } from "../../core/access";
import { fromClaims, toClaims } from "../../core/access/narrowing";
import type { Clock } from "../../store";
import { ALGORITHM, MAX_LIFETIME_SECONDS, type SigningKeys } from "./signing-keys";

/**
 * Issuer and audience of tokens that operators mint. No exchange can ask for it, and the signing keys are the store's
 * own, so such a token is good with one store and wherever that store's service happens to listen.
 */
export const OWN_STORE = "urn:platform-iac:own-store";

/** Tokens that are remembered as genuine. */
const MAX_VERIFIED = 10_000;

/** What a verified token says. */
export interface VerifiedToken extends Credential {
  readonly generation: number;
  /** Its `jti`. */
  readonly tokenId?: string;
  readonly audiences: readonly string[];
  /** What it is narrowed to; empty for a token that may do all that its identity may. */
  readonly narrowing: Narrowing;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface OwnTokensOptions {
  readonly keys: SigningKeys;
  readonly authUrl: () => string;
  readonly now: Clock;
}

interface Signing extends Credential {
  readonly audiences: readonly string[];
  readonly lifetimeSeconds: number;
  readonly narrowing?: Narrowing;
  /** Milliseconds since 1970: it expires then at the latest. */
  readonly notAfter?: number | undefined;
}

/** A token whose signature and issuer were verified; its audience and times are looked at whenever it is used. */
interface Verified {
  readonly kid: string | undefined;
  readonly token: VerifiedToken;
}

/** Tokens of the platform itself: signed here, and verified here where the API is called with them. */
export class OwnTokens {
  readonly #verified = new LRUCache<string, Verified>({ max: MAX_VERIFIED });

  constructor(private readonly options: OwnTokensOptions) {}

  /** Whether a token that names this issuer must be one of ours. */
  isIssuer(issuer: string): boolean {
    return issuer === OWN_STORE || issuer === this.options.authUrl();
  }

  /** Signs a token, and tells when it expires. Its issuer is auth_url, or the store for a token that is the store's own. */
  async sign({
    identityUid,
    generation = 0,
    session,
    provider,
    actors = [],
    audiences,
    lifetimeSeconds,
    narrowing = {},
    notAfter = Number.POSITIVE_INFINITY,
  }: Signing) {
    const { kid, privateKey } = await this.options.keys.current();
    const issuedAt = Math.floor(this.options.now() / 1000);
    const lifetime = Math.min(lifetimeSeconds, MAX_LIFETIME_SECONDS);
    const expiresAt = Math.min(issuedAt + lifetime, Math.floor(notAfter / 1000));
    const aud = audiences.length === 1 ? audiences[0]! : [...audiences];
    const token = await new SignJWT({
      aud,
      ...(generation > 0 ? { gen: generation } : {}),
      ...(session ? { sid: session } : {}),
      ...(provider ? { idp: provider.uid } : {}),
      ...(provider && provider.generation > 0 ? { idp_gen: provider.generation } : {}),
      ...toAct(actors),
      ...toClaims(narrowing),
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

  /** Verifies a token that was made for the audience, or for this store. Throws UNAUTHENTICATED. */
  async verify(token: string, audience: string): Promise<VerifiedToken> {
    const digest = hash("sha256", token, "base64");
    const known = this.#verified.get(digest);
    // A key that was withdrawn takes what it signed with it.
    const verified = known && (await this.options.keys.publicKey(known.kid)) ? known : await this.#verifyAnew(token);
    const { audiences, expiresAt } = verified.token;
    if (expiresAt <= this.options.now()) throw unauthenticated("the token has expired");
    if (!audiences.includes(audience) && !audiences.includes(OWN_STORE))
      throw unauthenticated(`the token is not for ${audience}`);
    if (verified !== known) this.#verified.set(digest, verified);
    return verified.token;
  }

  async #verifyAnew(token: string): Promise<Verified> {
    const { kid, claims } = await this.#claims(token);
    const { iss, sub, aud, exp, jti } = claims;
    const audiences = [aud ?? []].flat();
    if (iss === undefined || !this.isIssuer(iss) || audiences.includes(OWN_STORE) !== (iss === OWN_STORE))
      throw unauthenticated(`the token's issuer is not ${this.options.authUrl()}`);
    if (sub === undefined || exp === undefined) throw unauthenticated("the token is not one of this service's");
    const generation = generationIn(claims.gen);
    const session = typeof claims.sid === "string" ? { session: claims.sid } : {};
    const provider =
      typeof claims.idp === "string" ? { provider: { uid: claims.idp, generation: generationIn(claims.idp_gen) } } : {};
    const says = {
      identityUid: sub,
      generation,
      ...session,
      ...provider,
      ...(claims.act ? { actors: fromAct(claims.act as Act) } : {}),
      audiences,
      narrowing: fromClaims(claims),
      expiresAt: exp * 1000,
    };
    return { kid, token: { ...says, ...(jti === undefined ? {} : { tokenId: jti }) } };
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
        throw unauthenticated("the token is not one of this service's");
      throw error;
    }
  }
}

/** The claim `act` of RFC 8693: the latest actor, around those before it. */
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
