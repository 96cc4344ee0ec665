import { randomBytes } from "node:crypto";
import { PlatformError, rootOf, unauthenticated } from "../../../api";
import { type Credential, generationOf, type ProviderGeneration } from "../../core/access";
import { seal, unseal } from "../../core/operations/sealed";
import type { RequestContext } from "../../net/request-context";
import { type Clock, type Database, identities, refreshTokens, type Store, sessions } from "../../store";
import { identityOf } from "./people";
import { type Provider, providerOf } from "./providers";
import { newSecret } from "./secrets";
import { type Upstream, UpstreamEnded } from "./upstream";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that nobody uses for so long ends; so does every session so long after the login. */
const IDLE_MS = 7 * DAY_MS;
const MAX_MS = 30 * DAY_MS;

/** Who logged in, and with what. */
export interface LoggedIn extends Credential {
  readonly provider: ProviderGeneration;
  /** What the identity provider was then. */
  readonly issuer: string;
  readonly clientId: string;
  /** The identity provider's refresh token, sealed with the secret that redeems the login. */
  readonly upstream?: string | undefined;
}

/** A refresh token, and what an access token of its session says. */
export interface Begun {
  readonly credential: Credential;
  readonly refreshToken: string;
  /** RFC 3339: when the refresh token expires. */
  readonly expires: string;
  /** Milliseconds since 1970: nothing that came of the login is good any longer then. */
  readonly until: number;
}

/** Told which session the service itself ended, why, and in which request. */
export type OnRevoked = (session: string, reason: string, context?: RequestContext) => Promise<void>;

interface SessionsOptions {
  readonly store: Store;
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly onRevoked?: OnRevoked | undefined;
}

/** Sessions of people: each begins with a login, and goes on for as long as its refresh tokens are used. */
export class Sessions {
  constructor(private readonly options: SessionsOptions) {}

  /** Begins a session for who logged in; `secret` is what redeemed the login. Throws UNAUTHENTICATED. */
  async begin({ upstream, ...login }: LoggedIn, secret: string): Promise<Begun> {
    const { store } = this.options;
    const { identityUid, generation = 0, provider, issuer, clientId } = login;
    const uid = `${identityUid}/${randomBytes(8).toString("hex")}`;
    const until = this.options.clock() + MAX_MS;
    const refreshToken = newSecret();
    const expires = this.#expiry(until);
    const isBegun = await store.transaction(async (tx) => {
      const current = await unchanged(tx, { provider: provider.uid, issuer, clientId });
      if (current?.generation !== provider.generation || !(await isCurrent(tx, login))) return false;
      await sessions.add(tx, {
        uid,
        identity: identityUid,
        generation,
        provider: provider.uid,
        issuer,
        client_id: clientId,
        create_time: this.#now(),
        last_used_time: this.#now(),
        expires,
        ends: new Date(until).toISOString(),
        upstream: upstream ? seal(refreshToken, unseal(secret, upstream)) : "",
      });
      await refreshTokens.add(tx, { secret: refreshToken, family: uid, data: {}, expires, now: this.#now() });
      return true;
    });
    if (!isBegun)
      throw unauthenticated("the identity or the identity provider changed since the login began; log in again");
    return { credential: { identityUid, generation, session: uid, provider }, refreshToken, expires, until };
  }

  /**
   * Takes a refresh token, and gives the next, after the identity provider was asked where it can be. Undefined for a
   * token that is not known, or was used before, which ends its session. Throws UNAUTHENTICATED, UNAVAILABLE.
   */
  async refresh(token: string, context?: RequestContext): Promise<Begun | undefined> {
    const { store } = this.options;
    const found = await store.transaction(async (tx) => {
      const used = await refreshTokens.use(tx, token, this.#now());
      const session = used && (await sessions.get(tx, used.family));
      if (!used || !session) return used && { uid: used.family, isReused: used.used };
      const login = credentialOf(session);
      const provider = await unchanged(tx, {
        ...login,
        provider: session.provider,
        issuer: session.issuer,
        clientId: session.client_id,
      });
      const isUsable = !used.used && (await isCurrent(tx, login));
      return { uid: session.uid, isReused: used.used, session, provider: isUsable ? provider : undefined };
    });
    if (!found) return undefined;
    if (!found.session || !found.provider) {
      const reason = found.isReused
        ? "a refresh token was used twice"
        : "the identity or the identity provider changed since the login";
      await this.#revoke(found.uid, reason, context);
      return undefined;
    }
    const { session, provider } = found;
    const upstream = session.upstream && (await this.#askUpstream(provider, session, token, context));
    return this.#goOn(session, found.provider, upstream);
  }

  /** Ends a session: its tokens are refused from the next request on, at every node. */
  async end(uid: string): Promise<void> {
    await this.options.store.transaction((tx) => sessions.end(tx, "uid", uid), { root: rootOf(uid), adds: true });
  }

  /** Ends the session of a refresh token, used or not, if there is one. Returns its uid. */
  async endOf(token: string): Promise<string | undefined> {
    const family = await refreshTokens.familyOf(this.options.store.db, token);
    if (family === undefined) return undefined;
    await this.end(family);
    return family;
  }

  /** Ends a session that must not go on, and reports why. */
  async #revoke(uid: string, reason: string, context?: RequestContext): Promise<void> {
    await this.end(uid);
    await this.options.onRevoked?.(uid, reason, context);
  }

  /**
   * Redeems the identity provider's own refresh token, and gives the next. Where the provider says who the person is, they
   * must still be the same and may still log in; their role mappings are applied as at a login.
   */
  async #askUpstream(
    provider: Provider,
    { uid, identity, upstream }: sessions.StoredSession,
    token: string,
    context?: RequestContext,
  ): Promise<string> {
    const own = unseal(token, upstream);
    const { store } = this.options;
    try {
      const { refreshToken = own, person } = await this.options.upstream.refresh(provider, own);
      const isSame = !person || (await identityOf(store, provider, person, this.#now())).identityUid === identity;
      if (!isSame) throw new UpstreamEnded();
      return refreshToken;
    } catch (error) {
      if (error instanceof PlatformError && error.code === "PERMISSION_DENIED") {
        await this.#revoke(uid, "the person may not log in any more", context);
        throw error;
      }
      if (error instanceof UpstreamEnded) {
        await this.#revoke(uid, "the identity provider has ended the login", context);
        throw unauthenticated(`${provider.name} has ended the login; log in again`);
      }
      // What may pass must not cost the session.
      await refreshTokens.giveBack(store.db, token);
      throw error;
    }
  }

  /** `provider` is as it was while the session went on: a change of whom it admits ends the session. */
  async #goOn(session: sessions.StoredSession, provider: Provider, upstream: string): Promise<Begun | undefined> {
    const { uid, ends } = session;
    const [refreshToken, until] = [newSecret(), Date.parse(ends)];
    const expires = this.#expiry(until);
    const goesOn = await this.options.store.transaction(async (tx) => {
      const change = { last_used_time: this.#now(), expires, upstream: upstream && seal(refreshToken, upstream) };
      if (!(await sessions.use(tx, uid, change))) return false;
      await refreshTokens.add(tx, { secret: refreshToken, family: uid, data: {}, expires, now: this.#now() });
      return true;
    });
    if (!goesOn) return undefined;
    const credential = { ...credentialOf(session), provider: { uid: provider.uid, generation: provider.generation } };
    return { credential, refreshToken, expires, until };
  }

  #expiry(until: number): string {
    return new Date(Math.min(this.options.clock() + IDLE_MS, until)).toISOString();
  }

  #now(): string {
    return new Date(this.options.clock()).toISOString();
  }
}

const credentialOf = ({ uid, identity, generation }: sessions.StoredSession): Credential => ({
  identityUid: identity,
  generation,
  session: uid,
});

/** Whether what a credential speaks for is still there, enabled, and assumed as it was then. */
async function isCurrent(tx: Database, { identityUid, generation = 0 }: Credential): Promise<boolean> {
  const identity = await identities.identityReader(tx).get(identityUid);
  return identity !== undefined && !identity.disabled && generationOf(identity) === generation;
}

/** The identity provider of a login, if it is what it was then. */
async function unchanged(
  tx: Database,
  {
    provider: uid,
    issuer,
    clientId,
  }: { readonly provider: string; readonly issuer: string; readonly clientId: string },
): Promise<Provider | undefined> {
  const provider = await providerOf(tx, uid);
  return provider?.issuer === issuer && provider.clientId === clientId ? provider : undefined;
}
