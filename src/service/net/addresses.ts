import { BlockList, isIP } from "node:net";

/** Removes what may surround an address: a port, brackets, the zone, and the IPv6 prefix of an IPv4 address. */
export const plainAddress = (text: string): string =>
  text
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Returns the network that an address is counted under in limits: for IPv6 its /64, because its holder usually controls
 * all of it.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = tail ? Array.from({ length: Math.max(8 - head.length - tail.length, 0) }, () => "0") : [];
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * Returns a function that tests whether an address is in a list of addresses and networks. Throws for an invalid entry.
 */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of networks) {
    const [address = "", prefix] = each.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
