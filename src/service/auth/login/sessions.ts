import { randomBytes } from "node:crypto";
import { PlatformError, rootOf, unauthenticated } from "../../../api";
import { type Credential, generationOf, type ProviderGeneration } from "../../core/access";
import { decrypt, encrypt } from "../../core/operations/encryption";
import type { RequestContext } from "../../net/request-info";
import { type Clock, identities, refreshTokens, type Store, sessions, type Transaction } from "../../store";
import type { IssuedToken } from "../tokens";
import { type IdentityProviderClient, UpstreamSessionEndedError } from "./identity-provider-client";
import { identityOf } from "./people";
import { type Provider, providerOf } from "./providers";
import { newSecret } from "./secrets";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The idle timeout and the maximum lifetime of a session. */
const IDLE_TIMEOUT_MS = 7 * DAY_MS;
const MAX_LIFETIME_MS = 30 * DAY_MS;

/** A completed login. */
export interface LoggedIn extends Credential {
  readonly provider: ProviderGeneration;
  /** The identity provider's settings at that time. */
  readonly issuer: string;
  readonly clientId: string;
  /** The identity provider's refresh token, encrypted with the secret that redeems the login. */
  readonly upstream?: string | undefined;
}

/** The API tokens of a person who logged in. */
export interface Session extends IssuedToken {
  readonly refreshToken: string;
}

/** Begins a session for the person who logged in; `secret` redeemed the login. Throws UNAUTHENTICATED. */
export type StartSession = (loggedIn: LoggedIn, secret: string, audiences: readonly string[]) => Promise<Session>;

/** A session's credential with its next refresh token. */
export interface StartedSession {
  readonly credential: Credential;
  readonly refreshToken: string;
  /** RFC 3339: when the refresh token expires. */
  readonly expires: string;
  /** Milliseconds since the Unix epoch: when the session and all of its tokens end. */
  readonly until: number;
}

/** Called when the service itself ends a session, with the reason and the request. */
export type OnRevoked = (session: string, reason: string, context?: RequestContext) => Promise<void>;

interface SessionsOptions {
  readonly store: Store;
  readonly client: IdentityProviderClient;
  readonly clock: Clock;
  readonly onRevoked?: OnRevoked | undefined;
}

/** Sessions of people: each begins with a login, and lasts as long as its refresh tokens are used. */
export class Sessions {
  constructor(private readonly options: SessionsOptions) {}

  /** Begins a session for a login; `secret` redeemed the login. Throws UNAUTHENTICATED. */
  async begin({ upstream, ...login }: LoggedIn, secret: string): Promise<StartedSession> {
    const { store } = this.options;
    const { identityUid, generation = 0, provider, issuer, clientId } = login;
    const uid = `${identityUid}/${randomBytes(8).toString("hex")}`;
    const until = this.options.clock() + MAX_LIFETIME_MS;
    const refreshToken = newSecret();
    const expires = this.#expiry(until);
    const isStarted = await store.transaction(async (tx) => {
      const current = await currentProvider(tx, { provider: provider.uid, issuer, clientId });
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
        upstream: upstream ? encrypt(refreshToken, decrypt(secret, upstream)) : "",
      });
      await refreshTokens.add(tx, { secret: refreshToken, session: uid, data: {}, expires, now: this.#now() });
      return true;
    });
    if (!isStarted)
      throw unauthenticated("the identity or its identity provider changed during the login; log in again");
    return { credential: { identityUid, generation, session: uid, provider }, refreshToken, expires, until };
  }

  /**
   * Exchanges a refresh token for the next one, after redeeming the identity provider's refresh token if there is one.
   * Undefined for an unknown token, and for a reused one, which ends its session. Throws UNAUTHENTICATED, UNAVAILABLE.
   */
  async refresh(token: string, context?: RequestContext): Promise<StartedSession | undefined> {
    const { store } = this.options;
    const found = await store.transaction(async (tx) => {
      const used = await refreshTokens.use(tx, token, this.#now());
      const session = used && (await sessions.get(tx, used.session));
      if (!used || !session) return used && { uid: used.session, isReused: used.used };
      const login = credentialOf(session);
      const provider = await currentProvider(tx, {
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
        ? "a refresh token was reused"
        : "the identity or its identity provider changed since the login";
      await this.#revoke(found.uid, reason, context);
      return undefined;
    }
    const { session, provider } = found;
    const upstream = session.upstream && (await this.#refreshUpstream(provider, session, token, context));
    return this.#continue(session, found.provider, upstream);
  }

  /** Ends a session: its tokens are rejected from the next request on, at every node. */
  async end(uid: string): Promise<void> {
    await this.options.store.transaction((tx) => sessions.end(tx, "uid", uid), { root: rootOf(uid), adds: true });
  }

  /** Ends the session of a refresh token, used or not, if there is one. Returns its uid. */
  async endByToken(token: string): Promise<string | undefined> {
    const uid = await refreshTokens.sessionUidOf(this.options.store.db, token);
    if (uid === undefined) return undefined;
    await this.end(uid);
    return uid;
  }

  /** Ends a session, and reports why. */
  async #revoke(uid: string, reason: string, context?: RequestContext): Promise<void> {
    await this.end(uid);
    await this.options.onRevoked?.(uid, reason, context);
  }

  /**
   * Redeems the identity provider's refresh token, and returns the next one. If the provider identifies the person,
   * they must be the same and still be admitted; their role mappings are applied as at a login.
   */
  async #refreshUpstream(
    provider: Provider,
    { uid, identity, upstream }: sessions.StoredSession,
    token: string,
    context?: RequestContext,
  ): Promise<string> {
    const own = decrypt(token, upstream);
    const { store } = this.options;
    try {
      const { refreshToken = own, person } = await this.options.client.refresh(provider, own);
      const isSame = !person || (await identityOf(store, provider, person, this.#now())).identityUid === identity;
      if (!isSame) throw new UpstreamSessionEndedError();
      return refreshToken;
    } catch (error) {
      if (error instanceof PlatformError && error.code === "PERMISSION_DENIED") {
        await this.#revoke(uid, "the person is no longer allowed to log in", context);
        throw error;
      }
      if (error instanceof UpstreamSessionEndedError) {
        await this.#revoke(uid, "the identity provider ended the login", context);
        throw unauthenticated(`${provider.name} ended the login; log in again`);
      }
      // A temporary error must not end the session.
      await refreshTokens.markUnused(store.db, token);
      throw error;
    }
  }

  /**
   * Continues a session. `provider` is as it was read with the session: if the set of admitted people changes, the
   * session's tokens are rejected.
   */
  async #continue(
    session: sessions.StoredSession,
    provider: Provider,
    upstream: string,
  ): Promise<StartedSession | undefined> {
    const { uid, ends } = session;
    const [refreshToken, until] = [newSecret(), Date.parse(ends)];
    const expires = this.#expiry(until);
    const isActive = await this.options.store.transaction(async (tx) => {
      const change = { last_used_time: this.#now(), expires, upstream: upstream && encrypt(refreshToken, upstream) };
      if (!(await sessions.use(tx, uid, change))) return false;
      await refreshTokens.add(tx, { secret: refreshToken, session: uid, data: {}, expires, now: this.#now() });
      return true;
    });
    if (!isActive) return undefined;
    const credential = { ...credentialOf(session), provider: { uid: provider.uid, generation: provider.generation } };
    return { credential, refreshToken, expires, until };
  }

  #expiry(until: number): string {
    return new Date(Math.min(this.options.clock() + IDLE_TIMEOUT_MS, until)).toISOString();
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

/** Returns whether the identity of a credential still exists, is enabled, and has the same token generation. */
async function isCurrent(tx: Transaction, { identityUid, generation = 0 }: Credential): Promise<boolean> {
  const identity = await identities.identityReader(tx).get(identityUid);
  return identity !== undefined && !identity.disabled && generationOf(identity) === generation;
}

/** Returns the identity provider of a login, if its issuer and client have not changed since. */
async function currentProvider(
  tx: Transaction,
  {
    provider: uid,
    issuer,
    clientId,
  }: { readonly provider: string; readonly issuer: string; readonly clientId: string },
): Promise<Provider | undefined> {
  const provider = await providerOf(tx, uid);
  return provider?.issuer === issuer && provider.clientId === clientId ? provider : undefined;
}
