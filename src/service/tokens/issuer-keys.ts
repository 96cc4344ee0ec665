import { createLocalJWKSet, type JSONWebKeySet, type JWK } from "jose";
import { LRUCache } from "lru-cache";
import { type Discovery, discover } from "./discovery";
import { FetchError, type FetchJson } from "./fetch-json";
import type { Clock } from "./ports";

/** How long keys are believed without asking again. */
const MAX_AGE_MS = 10 * 60_000;
/** How long a kid that an issuer did not know is not asked for again. */
const UNKNOWN_KID_MS = 30_000;
/** At most so many fetches in a minute for one issuer. */
const MAX_FETCHES = 10;
const MINUTE_MS = 60_000;
/** An issuer that has many identities with patterns can be anybody: what is kept for each is bounded. */
const MAX_ISSUERS = 1_000;
/** The kids of an issuer that are remembered as unknown at a time. */
const MAX_UNKNOWN = 100;
/** The most keys that an issuer may have. */
const MAX_KEYS = 100;
/** What is kept of a key: certificates, which can be long, are not. One with a private half is good for nothing. */
const MEMBERS = ["kty", "kid", "alg", "use", "key_ops", "crv", "x", "y", "n", "e", "d"] as const;
/** What an issuer's keys may come to, in characters. */
const MAX_LENGTH = 131_072;

export type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface KeySource {
  /**
   * The keys of an issuer, among them the one with this kid if it has it, for an organization that trusts it. Rejects with
   * a {@link FetchError}.
   */
  for(issuer: string, kid: string | undefined, organization?: string): Promise<KeySet>;
}

interface IssuerState {
  keys?: {
    readonly set: KeySet;
    readonly kids: ReadonlySet<string | undefined>;
    readonly discovery: Discovery;
    readonly fetchedAt: number;
  };
  fetching?: Promise<void>;
  /** When fetches began, within the last minute. */
  fetches: number[];
  /** Kids that were missing after a fetch, and when they were. */
  readonly unknown: Map<string, number>;
}

/**
 * The keys of issuers, found by discovery and kept. A key that is not among them is asked for at once, since issuers
 * rotate without notice, but no token can make the service ask more often than the limits above.
 */
export class IssuerKeys implements KeySource {
  readonly #issuers = new LRUCache<string, IssuerState>({ max: MAX_ISSUERS });

  constructor(
    private readonly fetchJson: FetchJson,
    private readonly now: Clock,
  ) {}

  /** The issuer's keys, fetched again where they may lack the one with this kid. Rejects with a {@link FetchError}. */
  async for(issuer: string, kid: string | undefined, organization?: string): Promise<KeySet> {
    const state = this.#state(issuer);
    if (!this.#serves(state, kid)) {
      if (this.#mayFetch(state)) await this.#fetchOnce(issuer, state, kid, organization);
      else if (!this.#isFresh(state))
        throw new FetchError(`${issuer} was asked for its keys too often within a minute`);
    }
    return state.keys!.set;
  }

  /** What the issuer says of itself, fetched with its keys and kept as long. Rejects with a {@link FetchError}. */
  async discovery(issuer: string, organization?: string): Promise<Discovery> {
    await this.for(issuer, undefined, organization);
    return this.#state(issuer).keys!.discovery;
  }

  #state(issuer: string): IssuerState {
    const known = this.#issuers.get(issuer);
    if (known) return known;
    const state: IssuerState = { fetches: [], unknown: new Map() };
    this.#issuers.set(issuer, state);
    return state;
  }

  #isFresh({ keys }: IssuerState): boolean {
    return keys !== undefined && this.now() - keys.fetchedAt < MAX_AGE_MS;
  }

  /** Whether the keys at hand answer for a kid: they are fresh, and have it or lacked it a moment ago. */
  #serves(state: IssuerState, kid: string | undefined): boolean {
    const { keys, unknown } = state;
    for (const [each, since] of unknown) if (this.now() - since >= UNKNOWN_KID_MS) unknown.delete(each);
    return this.#isFresh(state) && (kid === undefined || keys!.kids.has(kid) || unknown.has(kid));
  }

  #mayFetch(state: IssuerState): boolean {
    state.fetches = state.fetches.filter((began) => this.now() - began < MINUTE_MS);
    return state.fetching !== undefined || state.fetches.length < MAX_FETCHES;
  }

  async #fetchOnce(issuer: string, state: IssuerState, kid?: string, organization?: string): Promise<void> {
    state.fetching ??= this.#fetch(issuer, state, organization).finally(() => {
      state.fetching = undefined;
    });
    await state.fetching;
    if (kid !== undefined && !state.keys!.kids.has(kid) && state.unknown.size < MAX_UNKNOWN)
      state.unknown.set(kid, this.now());
  }

  async #fetch(issuer: string, state: IssuerState, organization?: string): Promise<void> {
    state.fetches.push(this.now());
    const discovery = await discover(this.fetchJson, issuer, organization);
    const keys = await this.fetchJson(discovery.jwksUri, { namedBy: issuer, organization });
    state.keys = { ...readKeySet(issuer, keys), discovery, fetchedAt: this.now() };
  }
}

function readKeySet(issuer: string, document: unknown) {
  try {
    const { keys } = document as JSONWebKeySet;
    if (keys.length > MAX_KEYS) throw new Error("too many keys");
    const kept = keys.map((key) => Object.fromEntries(MEMBERS.map((name) => [name, key[name]])));
    if (JSON.stringify(kept).length > MAX_LENGTH) throw new Error("too long keys");
    return { set: createLocalJWKSet({ keys: kept as JWK[] }), kids: new Set(keys.map(({ kid }) => kid)) };
  } catch {
    throw new FetchError(`the keys of ${issuer} are not a JSON Web Key Set of at most ${MAX_KEYS} keys`, false);
  }
}
