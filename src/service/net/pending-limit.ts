import { retryLater } from "../../api";

/** Limits the number of pending items with a fixed lifetime, per address and in total. */
export class PendingLimit {
  /** Oldest first. */
  readonly #pending: { readonly address: string; readonly until: number }[] = [];
  readonly #ofAddress = new Map<string, number>();

  constructor(
    private readonly limits: { readonly perAddress: number; readonly total: number; readonly lifetimeMs: number },
    private readonly clock: () => number,
  ) {}

  /** Counts an item of an address. Throws RESOURCE_EXHAUSTED. */
  add(address: string): void {
    const { perAddress, total, lifetimeMs } = this.limits;
    const now = this.clock();
    while (this.#pending[0] && this.#pending[0].until <= now) this.#count(this.#pending.shift()!.address, -1);
    const isFull = this.#pending.length >= total;
    if (isFull || (this.#ofAddress.get(address) ?? 0) >= perAddress) {
      const first = isFull ? this.#pending[0]! : this.#pending.find((each) => each.address === address)!;
      const seconds = Math.ceil((first.until - now) / 1000);
      throw retryLater(
        "RESOURCE_EXHAUSTED",
        "Resource exhausted: too many logins are pending; finish one or try again later",
        seconds,
      );
    }
    this.#pending.push({ address, until: now + lifetimeMs });
    this.#count(address, 1);
  }

  #count(address: string, change: 1 | -1): void {
    const count = (this.#ofAddress.get(address) ?? 0) + change;
    if (count > 0) this.#ofAddress.set(address, count);
    else this.#ofAddress.delete(address);
  }
}
