import type { Socket } from "node:net";
import { addressMatcher, networkOf, plainAddress } from "./addresses";
import { Tally } from "./tally";

/** Limits the number of open connections per address. */
export class ConnectionLimit {
  readonly #open = new Tally();
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
    if (this.#open.of(network) >= this.perAddress) return false;
    this.#open.add(network, 1);
    socket.once("close", () => this.#open.add(network, -1));
    return true;
  }
}
