import { BlockList, isIP } from "node:net";
import { RateLimit } from "./rate-limit";

/** Where a request comes from, as far as its connection and its headers tell. */
export interface Origin {
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
  /** What X-Forwarded-For says, which anybody can write. */
  readonly forwardedFor: string | undefined;
}

/** Bounds how often each caller may ask: an identity, or, before that is known, an address. */
export interface CallerLimit {
  /** Counts a request of an identity. Throws RESOURCE_EXHAUSTED. */
  identity(uid: string): void;
  /** Counts a request of whoever is at an address. Throws RESOURCE_EXHAUSTED. */
  origin(origin: Origin): void;
}

/** `trustedProxies`: addresses and networks of those whose X-Forwarded-For is believed. */
export function callerLimit(
  perSecond: number,
  clock: () => number,
  trustedProxies: readonly string[] = [],
): CallerLimit {
  const limit = new RateLimit(perSecond, clock);
  const isTrusted = among(trustedProxies);
  return {
    identity: (uid) => limit.take(uid),
    origin: (origin) => limit.take(networkOf(addressOf(origin, isTrusted))),
  };
}

/** The address that the nearest proxy names which is not one of ours; the connection's where there is none. */
function addressOf({ peer, forwardedFor }: Origin, isTrusted: (address: string) => boolean): string {
  const hops = forwardedFor?.split(",").map((hop) => hop.trim()) ?? [];
  let address = plain(peer ?? "");
  for (const hop of hops.reverse()) {
    const before = plain(hop);
    if (!isTrusted(address) || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** An address without what some write around it: a port, brackets, the zone, the prefix of an IPv4 address in IPv6. */
const plain = (text: string): string =>
  text
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "");

/** An IPv6 address stands for its network of 64 bits: who has one of its addresses has all of them. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head, tail] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = tail ? Array.from({ length: Math.max(8 - head!.length - tail.length, 0) }, () => "0") : [];
  const groups = [...head!, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** Whether an address is one of these, or in one of these networks. Throws for what is neither. */
function among(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of networks) {
    const [address = "", prefix] = each.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
