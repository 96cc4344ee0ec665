import { createLocalJWKSet, type JSONWebKeySet, type JWK } from "jose";
import { rsaProblem } from "../../../model";
import { FetchError, type FetchJson, FetchLimitError } from "../../net/fetch-json";
import type { Clock } from "../../store";
import { type Discovery, discover } from "./discovery";
import { NewIssuerLimit, RecentFetches } from "./issuer-fetches";
import { IssuerShares } from "./issuer-shares";

/** How long keys are cached. */
const MAX_AGE_MS = 10 * 60_000;
/** How long expired keys may be used while the issuer is unavailable. */
const MAX_STALE_MS = 60 * 60_000;
/** How long an unknown key id is not requested again. */
const UNKNOWN_KID_MS = 30_000;
/**
 * The maximum numbers of cached issuers. Issuers that an organization names literally are limited separately from those
 * matched by its patterns, because anybody can send forged tokens that name any number of the latter. The limit for
 * patterns is higher than the number of new issuers per minute, so that issuers in use stay cached.
 */
const LITERAL_ISSUERS = { perOrganization: 100, total: 1_000 };
const PATTERN_ISSUERS = { perOrganization: 80, total: 500 };
/** The maximum number of unknown key ids recorded per issuer. */
const MAX_UNKNOWN = 100;
/** The maximum number of keys of an issuer. */
const MAX_KEYS = 100;
/** The stored members of a key: not certificates, which can be long. A key with a private half is rejected later. */
const MEMBERS = ["kty", "kid", "alg", "use", "key_ops", "crv", "x", "y", "n", "e", "d"] as const;
/** The maximum length of an issuer's stored keys, in characters. */
const MAX_CHARACTERS = 131_072;

export type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface KeySource {
  /**
   * Returns the keys of an issuer, including the one with this key id if it exists, for an organization that trusts the
   * issuer literally or by a pattern. Rejects with a {@link FetchError}.
   */
  keysOf(issuer: string, kid: string | undefined, organization?: string, byPattern?: boolean): Promise<KeySet>;
}

/** The organization for which keys are fetched. */
interface Requester {
  readonly organization: string;
  readonly byPattern: boolean;
}

/** A fetch that was not sent because of a rate limit. */
class FetchRateError extends FetchError {}

/** An issuer's keys with the document that refers to them. */
interface FetchedKeys {
  readonly set: KeySet;
  readonly kids: ReadonlySet<string | undefined>;
  readonly discovery: Discovery;
  readonly fetchedAt: number;
}

interface IssuerState {
  keys?: FetchedKeys;
  fetching?: Requester & { readonly done: Promise<FetchedKeys> };
  /** Missing key ids, with the time of the fetch. */
  readonly unknown: Map<string, number>;
}

/**
 * Fetches issuers' keys by discovery, and caches them. An unknown key is fetched immediately, because issuers rotate
 * keys without notice, but tokens cannot cause more fetches than the limits above.
 */
export class IssuerKeys implements KeySource {
  readonly #issuers = new Map<string, IssuerState>();
  readonly #literal = new IssuerShares(LITERAL_ISSUERS);
  readonly #byPattern = new IssuerShares(PATTERN_ISSUERS);
  /** Kept longer than the issuers above, so that evicting an issuer does not allow more fetches. */
  readonly #fetches: RecentFetches;
  readonly #newIssuers: NewIssuerLimit;

  constructor(
    private readonly fetchJson: FetchJson,
    private readonly now: Clock,
  ) {
    this.#fetches = new RecentFetches(now);
    this.#newIssuers = new NewIssuerLimit(now);
  }

  /**
   * Returns the issuer's keys, fetching them again if they may lack the one with this key id. Rejects with a {@link
   * FetchError}.
   */
  async keysOf(issuer: string, kid: string | undefined, organization = "", byPattern = false): Promise<KeySet> {
    const state = this.#state(issuer, organization, byPattern);
    return (await this.#ensureFresh(issuer, state, kid, { organization, byPattern })).set;
  }

  /** Returns the issuer's discovery document, fetched and cached with its keys. Rejects with a {@link FetchError}. */
  async discovery(issuer: string, organization = ""): Promise<Discovery> {
    const state = this.#state(issuer, organization, false);
    return (await this.#ensureFresh(issuer, state, undefined, { organization, byPattern: false })).discovery;
  }

  #state(issuer: string, organization: string, byPattern: boolean): IssuerState {
    const known = this.#issuers.get(issuer);
    if (!known && byPattern && !this.#newIssuers.admit(organization))
      throw new FetchLimitError("too many new issuers matched the organization's issuer patterns within a minute");
    const [shares, others] = byPattern ? [this.#byPattern, this.#literal] : [this.#literal, this.#byPattern];
    for (const each of shares.use(organization, issuer)) if (!others.has(each)) this.#issuers.delete(each);
    const state: IssuerState = known ?? { unknown: new Map() };
    this.#issuers.set(issuer, state);
    return state;
  }

  /** Returns the cached keys if they were fetched less than `ms` ago. */
  #youngerThan(ms: number, { keys }: IssuerState): FetchedKeys | undefined {
    return keys && this.now() - keys.fetchedAt < ms ? keys : undefined;
  }

  /** Returns keys that are fresh, and contain a key id or recently did not. */
  async #ensureFresh(issuer: string, state: IssuerState, kid: string | undefined, by: Requester): Promise<FetchedKeys> {
    const { unknown } = state;
    for (const [each, since] of unknown) if (this.now() - since >= UNKNOWN_KID_MS) unknown.delete(each);
    const cached = this.#youngerThan(MAX_AGE_MS, state);
    if (cached && (kid === undefined || cached.kids.has(kid) || unknown.has(kid))) return cached;
    return this.#refresh(issuer, state, kid, by);
  }

  /**
   * Fetches the keys. While the issuer is unavailable, cached keys that contain the key id may be used for a limited
   * time.
   */
  async #refresh(issuer: string, state: IssuerState, kid: string | undefined, by: Requester): Promise<FetchedKeys> {
    try {
      const keys = await this.#fetchOnce(issuer, state, by);
      if (kid !== undefined && !keys.kids.has(kid) && state.unknown.size < MAX_UNKNOWN)
        state.unknown.set(kid, this.now());
      return keys;
    } catch (error) {
      if (!(error instanceof FetchError) || !error.temporary) throw error;
      const stale = this.#youngerThan(MAX_STALE_MS, state);
      if (stale && (kid === undefined || stale.kids.has(kid))) return stale;
      const fresh = this.#youngerThan(MAX_AGE_MS, state);
      if (fresh && error instanceof FetchRateError) return fresh;
      throw error;
    }
  }

  /** Joins the fetch in progress, unless it fails because of a limit of another organization. */
  async #fetchOnce(issuer: string, state: IssuerState, by: Requester): Promise<FetchedKeys> {
    while (state.fetching) {
      const { done, organization, byPattern } = state.fetching;
      try {
        return await done;
      } catch (error) {
        const isOwn = organization === by.organization && byPattern === by.byPattern;
        if (isOwn || !(error instanceof FetchLimitError)) throw error;
      }
    }
    const isRefresh = !this.#youngerThan(MAX_AGE_MS, state);
    if (!this.#fetches.of(issuer).allow(by.organization, isRefresh))
      throw new FetchRateError(`${issuer} cannot be fetched: too many requests for its keys within a minute`);
    const done = this.#fetch(issuer, state, by, isRefresh).finally(() => {
      delete state.fetching;
    });
    state.fetching = { ...by, done };
    return await done;
  }

  async #fetch(issuer: string, state: IssuerState, by: Requester, isRefresh: boolean): Promise<FetchedKeys> {
    const fetches = this.#fetches.of(issuer);
    const fetch = fetches.begin(by.organization, isRefresh);
    let hasSent = false;
    try {
      const discovery = await discover(this.fetchJson, issuer, by);
      hasSent = true;
      const document = await this.fetchJson(discovery.jwksUri, { namedBy: issuer, ...by });
      state.keys = { ...parseKeySet(issuer, document), discovery, fetchedAt: this.now() };
      return state.keys;
    } catch (error) {
      if (error instanceof FetchLimitError) fetches.reject(fetch, hasSent);
      throw error;
    }
  }
}

function parseKeySet(issuer: string, document: unknown) {
  try {
    // Any other document throws here or below.
    const { keys } = document as JSONWebKeySet;
    if (keys.length > MAX_KEYS) throw new Error("too many keys");
    const usable = keys.filter((key) => rsaProblem({ ...key }) === undefined);
    const members = usable.map((key) => Object.fromEntries(MEMBERS.map((name) => [name, key[name]])));
    if (JSON.stringify(members).length > MAX_CHARACTERS) throw new Error("keys too long");
    return { set: createLocalJWKSet({ keys: members as JWK[] }), kids: new Set(usable.map(({ kid }) => kid)) };
  } catch {
    throw new FetchError(`the keys of ${issuer} are not a JSON Web Key Set of at most ${MAX_KEYS} keys`, false);
  }
}
