import { invalidArgument } from "../api";
import { httpUrlProblem, isLoopbackHost } from "../model";

/** The addresses that tokens are sent to: base_url and auth_url. */

/**
 * Parses an address and strips trailing slashes, because a token's audience is compared verbatim. Plain http is allowed
 * only for loopback addresses, or with `insecure`, because it exposes tokens to the network. A returned problem is
 * phrased to follow the name of the setting.
 */
export function parseAddress(text: string, insecure: boolean): { address: string } | { problem: string } {
  const address = text.trim();
  const problem = httpUrlProblem(address);
  if (problem !== undefined) return { problem };
  const { protocol, hostname } = new URL(address);
  if (protocol === "http:" && !isLoopbackHost(hostname) && !insecure)
    return { problem: "must be https: plain http would expose tokens; set insecure to allow it" };
  return { address: address.replace(/\/+$/, "") };
}

/** Parses an address given as an option. Throws PlatformError INVALID_ARGUMENT. */
export function requireAddress(option: string, text: string, insecure = false): string {
  const read = parseAddress(text, insecure);
  if ("problem" in read) throw invalidArgument({ path: [option], problem: read.problem });
  return read.address;
}
