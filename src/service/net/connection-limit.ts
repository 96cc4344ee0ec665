import type { Socket } from "node:net";
import { addressMatcher, networkOf, plainAddress } from "./addresses";

/** Limits the number of open connections per address. */
export class ConnectionLimit {
  readonly #open = new Map<string, number>();
  readonly #isExempt: (address: string) => boolean;

  /** `exempt`: addresses and networks without a limit, such as a load balancer's. */
  constructor(
    private readonly perAddress: number,
    exempt: readonly string[] = [],
  ) {
    this.#isExempt = addressMatcher(exempt);
  }

  /** Counts a connection until it closes. Returns false if its address has too many. */
  admit(socket: Socket): boolean {
    const address = plainAddress(socket.remoteAddress ?? "");
    if (this.#isExempt(address)) return true;
    const network = networkOf(address);
    const open = this.#open.get(network) ?? 0;
    if (open >= this.perAddress) return false;
    this.#open.set(network, open + 1);
    socket.once("close", () => this.#release(network));
    return true;
  }

  #release(network: string): void {
    const open = this.#open.get(network)! - 1;
    if (open > 0) this.#open.set(network, open);
    else this.#open.delete(network);
  }
}
