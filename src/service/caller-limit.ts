import { isIP } from "node:net";
import { addressMatcher, networkOf, plainAddress } from "./addresses";
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
  const clientAddress = addressResolver(trustedProxies);
  return {
    identity: (uid) => limit.take(uid),
    origin: (origin) => limit.take(networkOf(clientAddress(origin))),
  };
}

/** Finds the address of a request's client. */
export function addressResolver(trustedProxies: readonly string[]): (origin: Origin) => string {
  const isTrusted = addressMatcher(trustedProxies);
  return (origin) => addressOf(origin, isTrusted);
}

/** The address that the nearest proxy names which is not one of ours; the connection's where there is none. */
function addressOf({ peer, forwardedFor }: Origin, isTrusted: (address: string) => boolean): string {
  const hops = forwardedFor?.split(",").map((hop) => hop.trim()) ?? [];
  let address = plainAddress(peer ?? "");
  for (const hop of hops.reverse()) {
    const before = plainAddress(hop);
    if (!isTrusted(address) || isIP(before) === 0) break;
    address = before;
  }
  return address;
}
