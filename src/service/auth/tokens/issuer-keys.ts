import { createLocalJWKSet, type JSONWebKeySet, type JWK } from "jose";
import { rsaProblem } from "../../core/rsa-keys";
import { FetchError, type FetchJson, FetchLimitError } from "../../net/fetch-json";
import type { Clock } from "../../store";
import { type Discovery, discover } from "./discovery";
import { NewIssuers, RecentFetches } from "./issuer-fetches";
import { IssuerShares } from "./issuer-shares";

/** How long keys are believed without asking again. */
const MAX_AGE_MS = 10 * 60_000;
/** How long they serve at most while the issuer cannot be asked. */
const MAX_STALE_MS = 60 * 60_000;
/** How long a kid that an issuer did not know is not asked for again. */
const UNKNOWN_KID_MS = 30_000;
/**
 * The issuers that are kept. Those that an organization names literally have a share apart from those that its patterns
 * lead to: forged tokens can name any number of these, and anybody can send them. The share of patterns holds more than
 * they may lead to in a minute, so that one that is in use stays.
 */
const LITERAL_ISSUERS = { ofOne: 100, ofAll: 1_000 };
const PATTERN_ISSUERS = { ofOne: 80, ofAll: 500 };
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
   * The keys of an issuer, among them the one with this kid if it has it, for an organization that trusts it, literally or
   * by a pattern. Rejects with a {@link FetchError}.
   */
  for(issuer: string, kid: string | undefined, organization?: string, byPattern?: boolean): Promise<KeySet>;
}

/** For whom keys are fetched. */
interface Requester {
  readonly organization: string;
  readonly byPattern: boolean;
}

/** A fetch that was not begun, since the issuer was asked often enough. */
class TooOften extends FetchError {}

interface IssuerState {
  keys?: {
    readonly set: KeySet;
    readonly kids: ReadonlySet<string | undefined>;
    readonly discovery: Discovery;
    readonly fetchedAt: number;
  };
  fetching?: Requester & { readonly done: Promise<void> };
  /** Kids that were missing after a fetch, and when they were. */
  readonly unknown: Map<string, number>;
}

/**
 * The keys of issuers, found by discovery and kept. A key that is not among them is asked for at once, since issuers
 * rotate without notice, but no token can make the service ask more often than the limits above.
 */
export class IssuerKeys implements KeySource {
  readonly #issuers = new Map<string, IssuerState>();
  readonly #literal = new IssuerShares(LITERAL_ISSUERS);
  readonly #byPattern = new IssuerShares(PATTERN_ISSUERS);
  /** Outlives the issuers above: to forget an issuer is no way to have it asked more often. */
  readonly #fetches: RecentFetches;
  readonly #newIssuers: NewIssuers;

  constructor(
    private readonly fetchJson: FetchJson,
    private readonly now: Clock,
  ) {
    this.#fetches = new RecentFetches(now);
    this.#newIssuers = new NewIssuers(now);
  }

  /** The issuer's keys, fetched again where they may lack the one with this kid. Rejects with a {@link FetchError}. */
  async for(issuer: string, kid: string | undefined, organization = "", byPattern = false): Promise<KeySet> {
    const state = this.#state(issuer, organization, byPattern);
    await this.#renewed(issuer, state, kid, { organization, byPattern });
    return state.keys!.set;
  }

  /** What the issuer says of itself, fetched with its keys and kept as long. Rejects with a {@link FetchError}. */
  async discovery(issuer: string, organization = ""): Promise<Discovery> {
    const state = this.#state(issuer, organization, false);
    await this.#renewed(issuer, state, undefined, { organization, byPattern: false });
    return state.keys!.discovery;
  }

  #state(issuer: string, organization: string, byPattern: boolean): IssuerState {
    const known = this.#issuers.get(issuer);
    if (!known && byPattern && !this.#newIssuers.admit(organization))
      throw new FetchLimitError("the organization's issuer patterns led to too many new issuers within a minute");
    const [shares, others] = byPattern ? [this.#byPattern, this.#literal] : [this.#literal, this.#byPattern];
    for (const each of shares.use(organization, issuer)) if (!others.has(each)) this.#issuers.delete(each);
    const state: IssuerState = known ?? { unknown: new Map() };
    this.#issuers.set(issuer, state);
    return state;
  }

  #isYoungerThan(ms: number, { keys }: IssuerState): boolean {
    return keys !== undefined && this.now() - keys.fetchedAt < ms;
  }

  /** Whether the keys at hand answer for a kid: they are fresh, and have it or lacked it a moment ago. */
  #serves(state: IssuerState, kid: string | undefined): boolean {
    const { unknown } = state;
    for (const [each, since] of unknown) if (this.now() - since >= UNKNOWN_KID_MS) unknown.delete(each);
    return this.#isYoungerThan(MAX_AGE_MS, state) && (has(state, kid) || unknown.has(kid!));
  }

  async #renewed(issuer: string, state: IssuerState, kid: string | undefined, by: Requester): Promise<void> {
    if (!this.#serves(state, kid)) await this.#renew(issuer, state, kid, by);
  }

  /** Fetches the keys; where they cannot be had now, those at hand go on serving for a while if they have the kid. */
  async #renew(issuer: string, state: IssuerState, kid: string | undefined, by: Requester): Promise<void> {
    try {
      await this.#fetchOnce(issuer, state, by);
    } catch (error) {
      if (!(error instanceof FetchError) || !error.temporary) throw error;
      if (this.#isYoungerThan(MAX_STALE_MS, state) && has(state, kid)) return;
      if (this.#isYoungerThan(MAX_AGE_MS, state) && error instanceof TooOften) return;
      throw error;
    }
    if (!has(state, kid) && state.unknown.size < MAX_UNKNOWN) state.unknown.set(kid!, this.now());
  }

  /** Shares the fetch under way, but not its refusal by a limit of whoever began it. */
  async #fetchOnce(issuer: string, state: IssuerState, by: Requester): Promise<void> {
    while (state.fetching) {
      const { done, organization, byPattern } = state.fetching;
      try {
        return await done;
      } catch (error) {
        const isOwn = organization === by.organization && byPattern === by.byPattern;
        if (isOwn || !(error instanceof FetchLimitError)) throw error;
      }
    }
    const isRefresh = !this.#isYoungerThan(MAX_AGE_MS, state);
    if (!this.#fetches.of(issuer).allow(by.organization, isRefresh))
      throw new TooOften(`${issuer} was asked for its keys too often within a minute`);
    const done = this.#fetch(issuer, state, by, isRefresh).finally(() => {
      delete state.fetching;
    });
    state.fetching = { ...by, done };
    await done;
  }

  async #fetch(issuer: string, state: IssuerState, by: Requester, isRefresh: boolean): Promise<void> {
    const fetches = this.#fetches.of(issuer);
    const fetch = fetches.begin(by.organization, isRefresh);
    let hasSent = false;
    try {
      const discovery = await discover(this.fetchJson, issuer, by);
      hasSent = true;
      const keys = await this.fetchJson(discovery.jwksUri, { namedBy: issuer, ...by });
      state.keys = { ...readKeySet(issuer, keys), discovery, fetchedAt: this.now() };
    } catch (error) {
      if (error instanceof FetchLimitError) fetches.refuse(fetch, hasSent);
      throw error;
    }
  }
}

/** Whether an issuer's keys have the one with a kid; without a kid any will do. */
const has = ({ keys }: IssuerState, kid: string | undefined): boolean => kid === undefined || keys!.kids.has(kid);

function readKeySet(issuer: string, document: unknown) {
  try {
    const { keys } = document as JSONWebKeySet;
    if (keys.length > MAX_KEYS) throw new Error("too many keys");
    const usable = keys.filter((key) => rsaProblem({ ...key }) === undefined);
    const kept = usable.map((key) => Object.fromEntries(MEMBERS.map((name) => [name, key[name]])));
    if (JSON.stringify(kept).length > MAX_LENGTH) throw new Error("too long keys");
    return { set: createLocalJWKSet({ keys: kept as JWK[] }), kids: new Set(usable.map(({ kid }) => kid)) };
  } catch {
    throw new FetchError(`the keys of ${issuer} are not a JSON Web Key Set of at most ${MAX_KEYS} keys`, false);
  }
}
