import { Tally } from "../../net/tally";

/** The maximum number of cached issuers, per organization and in total. */
export interface ShareLimits {
  readonly perOrganization: number;
  readonly total: number;
}

/**
 * Tracks which organizations use which issuers. An organization that reaches its limit releases its least recently used
 * issuer; an issuer is evicted once no organization uses it.
 */
export class IssuerShares {
  /** The issuers of each organization, least recently used first. */
  readonly #shares = new Map<string, Set<string>>();
  /** The number of organizations that use each issuer. */
  readonly #users = new Tally();

  constructor(private readonly limits: ShareLimits) {}

  has(issuer: string): boolean {
    return this.#users.of(issuer) > 0;
  }

  /** Records an organization's use of an issuer. Returns the issuers that no organization uses any more. */
  use(organization: string, issuer: string): readonly string[] {
    const evicted: string[] = [];
    if (!this.#shares.get(organization)?.delete(issuer)) {
      if (this.#sizeOf(organization) >= this.limits.perOrganization) evicted.push(...this.#release(organization));
      if (!this.has(issuer))
        while (this.#users.size >= this.limits.total) evicted.push(...this.#release(this.#largest()));
      this.#users.add(issuer, 1);
    }
    this.#shares.set(organization, (this.#shares.get(organization) ?? new Set()).add(issuer));
    return evicted;
  }

  #sizeOf(organization: string): number {
    return this.#shares.get(organization)?.size ?? 0;
  }

  #largest(): string {
    return [...this.#shares].reduce((one, other) => (other[1].size > one[1].size ? other : one))[0];
  }

  /** Releases an organization's least recently used issuer. Returns it if no other organization uses it. */
  #release(organization: string): readonly string[] {
    const share = this.#shares.get(organization);
    const [oldest] = share ?? [];
    if (!share || oldest === undefined) return [];
    share.delete(oldest);
    if (share.size === 0) this.#shares.delete(organization);
    return this.#users.add(oldest, -1) > 0 ? [] : [oldest];
  }
}
