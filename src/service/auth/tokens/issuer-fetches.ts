import { Buckets } from "../../net/buckets";
import type { Clock } from "../../store";

const MINUTE_MS = 60_000;
/** The fetches in a minute that one organization may cause at one issuer, and all organizations together. */
const MAX_OF_ONE = 10;
const MAX_OF_ALL = 50;
/** The issuers unknown until then that an organization's issuer patterns may lead to in a minute. */
const MAX_NEW_ISSUERS = 60;
const MAX_ORGANIZATIONS = 10_000;
/** The issuers whose fetches are remembered at a time. */
const MAX_ISSUERS = 10_000;

interface Fetch {
  readonly organization: string;
  readonly began: number;
  /** Whether the keys had expired; otherwise a token named one that was not among them. */
  readonly isRefresh: boolean;
  /** Whether the organization's own limit ended it, so that it does not count for others. */
  isRefused?: true;
}

/** The fetches of one issuer's keys within the last minute. Tokens with invented kids leave room for refreshes. */
export class IssuerFetches {
  #recent: Fetch[] = [];

  constructor(private readonly now: Clock) {}

  /** Whether an organization may cause another fetch now. */
  allow(organization: string, isRefresh: boolean): boolean {
    this.#recent = this.#recent.filter(({ began }) => this.now() - began < MINUTE_MS);
    const counted = this.#recent.filter((each) => each.isRefresh || !isRefresh);
    const own = counted.filter((each) => each.organization === organization);
    const ofAll = counted.filter(({ isRefused }) => !isRefused);
    return own.length < MAX_OF_ONE && ofAll.length < MAX_OF_ALL;
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

  /** Stops counting a fetch that was refused: altogether where it sent nothing, else for others. */
  refuse(fetch: Fetch, hasSent: boolean): void {
    if (hasSent) fetch.isRefused = true;
    else this.#recent = this.#recent.filter((each) => each !== fetch);
  }
}

/** The fetches of all issuers' keys within the last minute, whether or not the keys are still kept. */
export class RecentFetches {
  /** The one that was looked at longest ago first. */
  readonly #ofIssuers = new Map<string, IssuerFetches>();

  constructor(private readonly now: Clock) {}

  of(issuer: string): IssuerFetches {
    const fetches = this.#ofIssuers.get(issuer) ?? new IssuerFetches(this.now);
    this.#ofIssuers.delete(issuer);
    for (const [each, { isIdle }] of this.#ofIssuers) {
      if (!isIdle && this.#ofIssuers.size < MAX_ISSUERS) break;
      this.#ofIssuers.delete(each);
    }
    this.#ofIssuers.set(issuer, fetches);
    return fetches;
  }
}

/** The issuers that organizations' patterns lead to for the first time: forged tokens can name any number. */
export class NewIssuers {
  readonly #left: Buckets;

  constructor(now: Clock) {
    const perSecond = MAX_NEW_ISSUERS / (MINUTE_MS / 1000);
    this.#left = new Buckets({ capacity: MAX_NEW_ISSUERS, perSecond, maxKeys: MAX_ORGANIZATIONS, now });
  }

  /** Counts an issuer; false where the organization's patterns led to too many within a minute. */
  admit(organization: string): boolean {
    if (this.#left.left(organization) < 1) return false;
    this.#left.take(organization, 1);
    return true;
  }
}
