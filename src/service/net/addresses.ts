import { BlockList, isIP } from "node:net";

/** An address without what some write around it: a port, brackets, the zone, the prefix of an IPv4 address in IPv6. */
export const plainAddress = (text: string): string =>
  text
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "");

/** The network that an address is counted as: all 64 bits of an IPv6 network belong to whoever has one of its addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head, tail] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = tail ? Array.from({ length: Math.max(8 - head!.length - tail.length, 0) }, () => "0") : [];
  const groups = [...head!, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** Tests whether an address is in a list of addresses and networks. Throws for an entry that is neither. */
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
