import { retryLater } from "../../api";
import { Tally } from "./tally";

/** Limits the number of pending logins, each with a fixed lifetime, per address and in total. */
export class PendingLimit {
  /** Oldest first. */
  readonly #pending: { readonly address: string; readonly until: number }[] = [];
  readonly #byAddress = new Tally();

  constructor(
    private readonly limits: { readonly perAddress: number; readonly total: number; readonly lifetimeMs: number },
    private readonly clock: () => number,
  ) {}

  /** Counts a login of an address. Throws RESOURCE_EXHAUSTED. */
  add(address: string): void {
    const { perAddress, total, lifetimeMs } = this.limits;
    const now = this.clock();
    for (let [oldest] = this.#pending; oldest && oldest.until <= now; [oldest] = this.#pending) {
      this.#pending.shift();
      this.#byAddress.add(oldest.address, -1);
    }
    const isFull = this.#pending.length >= total;
    if (isFull || this.#byAddress.of(address) >= perAddress) {
      const first = this.#pending.find((each) => isFull || each.address === address);
      const seconds = Math.ceil(((first?.until ?? now) - now) / 1000);
      throw retryLater(
        "RESOURCE_EXHAUSTED",
        "Resource exhausted: too many logins are pending; finish one or try again later",
        seconds,
      );
    }
    this.#pending.push({ address, until: now + lifetimeMs });
    this.#byAddress.add(address, 1);
  }
}
