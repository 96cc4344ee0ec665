import { invalidArgument } from "../api";

/** The addresses that tokens are sent to: base_url and auth_url. */

/**
 * Reads an address and strips trailing slashes: a token's audience is compared to the letter.
 * Plain http is for loopback alone unless `insecure`, since it would show tokens to the network. Returns what is wrong
 * with the address, to be read after its name.
 */
export function readAddress(text: string, insecure: boolean): { address: string } | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol))
    return { problem: `must be a URL such as https://platform.example.com, not ${JSON.stringify(text)}` };
  if (url.username || url.password) return { problem: "must not carry a user name or password" };
  if (/[?#]/.test(text)) return { problem: "must not have a query or fragment" };
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !insecure)
    return { problem: "must be https: plain http would show tokens to the network, which only insecure allows" };
  return { address: text.trim().replace(/\/+$/, "") };
}

export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d+){3}$/.test(hostname);

/** Reads an address that was given as an option. Throws PlatformError INVALID_ARGUMENT. */
export function addressOf(option: string, text: string, insecure = false): string {
  const read = readAddress(text, insecure);
  if ("problem" in read) throw invalidArgument({ path: [option], problem: read.problem });
  return read.address;
}
