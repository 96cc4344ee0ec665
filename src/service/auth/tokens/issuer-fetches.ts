import { TokenBuckets } from "../../net/token-buckets";
import type { Clock } from "../../store";

const MINUTE_MS = 60_000;
/** The fetches allowed per minute from one issuer, per organization and in total. */
const MAX_PER_ORGANIZATION = 10;
const MAX_TOTAL = 50;
/** The new issuers per minute that an organization's patterns may match. */
const MAX_NEW_ISSUERS = 60;
const MAX_ORGANIZATIONS = 10_000;
/** The maximum number of issuers whose fetches are recorded. */
const MAX_ISSUERS = 10_000;

interface Fetch {
  readonly organization: string;
  readonly began: number;
  /** Whether the keys had expired; otherwise a token named an unknown key. */
  readonly isRefresh: boolean;
  /** Whether the organization's own limit ended the fetch, so that it does not count against others. */
  isRejected?: true;
}

/**
 * The fetches of one issuer's keys within the last minute. Fetches for unknown key ids do not count against refreshes.
 */
class IssuerFetches {
  #recent: Fetch[] = [];

  constructor(private readonly now: Clock) {}

  /** Returns whether an organization may cause another fetch now. */
  allow(organization: string, isRefresh: boolean): boolean {
    this.#recent = this.#recent.filter(({ began }) => this.now() - began < MINUTE_MS);
    const counted = this.#recent.filter((each) => each.isRefresh || !isRefresh);
    const own = counted.filter((each) => each.organization === organization);
    const ofAll = counted.filter(({ isRejected }) => !isRejected);
    return own.length < MAX_PER_ORGANIZATION && ofAll.length < MAX_TOTAL;
  }

  /** Whether there was no fetch within the last minute. */
  get isIdle(): boolean {
    const last = this.#recent.at(-1);
    return last === undefined || this.now() - last.began >= MINUTE_MS;
  }

  begin(organization: string, isRefresh: boolean): Fetch {
    const fetch: Fetch = { organization, began: this.now(), isRefresh };
    this.#recent.push(fetch);
    return fetch;
  }

  /** Stops counting a rejected fetch: entirely if no request was sent, otherwise only for other organizations. */
  reject(fetch: Fetch, hasSent: boolean): void {
    if (hasSent) fetch.isRejected = true;
    else this.#recent = this.#recent.filter((each) => each !== fetch);
  }
}

/** The fetches of all issuers' keys within the last minute, including issuers whose keys are no longer cached. */
export class RecentFetches {
  /** Least recently used first. */
  readonly #byIssuer = new Map<string, IssuerFetches>();

  constructor(private readonly now: Clock) {}

  of(issuer: string): IssuerFetches {
    const fetches = this.#byIssuer.get(issuer) ?? new IssuerFetches(this.now);
    this.#byIssuer.delete(issuer);
    for (const [each, { isIdle }] of this.#byIssuer) {
      if (!isIdle && this.#byIssuer.size < MAX_ISSUERS) break;
      this.#byIssuer.delete(each);
    }
    this.#byIssuer.set(issuer, fetches);
    return fetches;
  }
}

/** Limits the new issuers that organizations' patterns match: forged tokens can name any number of them. */
export class NewIssuerLimit {
  readonly #buckets: TokenBuckets;

  constructor(now: Clock) {
    const perSecond = MAX_NEW_ISSUERS / (MINUTE_MS / 1000);
    this.#buckets = new TokenBuckets({ capacity: MAX_NEW_ISSUERS, perSecond, maxKeys: MAX_ORGANIZATIONS, now });
  }

  /** Counts an issuer. Returns false if the organization's patterns matched too many within a minute. */
  admit(organization: string): boolean {
    if (this.#buckets.available(organization) < 1) return false;
    this.#buckets.take(organization, 1);
    return true;
  }
}
