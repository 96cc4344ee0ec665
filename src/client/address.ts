import { invalidArgument } from "../api";

/** The addresses that tokens are sent to: base_url and auth_url. */

/**
 * Parses an address and strips trailing slashes, because a token's audience is compared verbatim. Plain http is allowed
 * only for loopback addresses, or with `insecure`, because it exposes tokens to the network. A returned problem is
 * phrased to follow the name of the setting.
 */
export function readAddress(text: string, insecure: boolean): { address: string } | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol))
    return { problem: `must be a URL such as https://platform.example.com, not ${JSON.stringify(text)}` };
  if (url.username || url.password) return { problem: "must not contain a user name or password" };
  if (/[?#]/.test(text)) return { problem: "must not have a query or fragment" };
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !insecure)
    return { problem: "must be https: plain http would expose tokens; set insecure to allow it" };
  return { address: text.trim().replace(/\/+$/, "") };
}

export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d+){3}$/.test(hostname);

/** Parses an address given as an option. Throws PlatformError INVALID_ARGUMENT. */
export function addressOf(option: string, text: string, insecure = false): string {
  const read = readAddress(text, insecure);
  if ("problem" in read) throw invalidArgument({ path: [option], problem: read.problem });
  return read.address;
}
