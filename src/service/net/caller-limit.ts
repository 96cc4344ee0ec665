import { isIP } from "node:net";
import { addressMatcher, networkOf, plainAddress } from "./addresses";
import { PendingLimit } from "./pending-limit";
import { RateLimit } from "./rate-limit";

/** Where a request comes from, as far as its connection and its headers tell. */
export interface Origin {
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
  /** What X-Forwarded-For says, which anybody can write. */
  readonly forwardedFor: string | undefined;
}

/** Requests a second that an identity may make unless an operator says otherwise: many times what an apply makes. */
export const DEFAULT_RATE = 500;
/** An address may ask more often than an identity: several people and pipelines may share it. */
const ADDRESS_FACTOR = 2;
/** A caller that was silent may make the requests of so many seconds at once. */
const BURST_SECONDS = 4;
/** Logins in a browser that an address may begin: a small share of what an organization may, so that none takes it all. */
const LOGINS = { perSecond: 10, burst: 20 };
/** Logins without a browser that may wait for their person at a time; each does for ten minutes. */
const PENDING_LOGINS = { perAddress: 500, total: 10_000, lifetimeMs: 10 * 60 * 1000 };

/**
 * Bounds how often each caller may ask. A request counts as its address's before anything else is known of it, and as its
 * identity's instead once its token is verified. All methods throw RESOURCE_EXHAUSTED.
 */
export interface CallerLimit {
  /** Counts a request as its address's. */
  address(origin: Origin): void;
  /** Counts a request, which was counted as its address's, as an identity's instead. */
  identity(uid: string, origin: Origin): void;
  /** Counts an exchange, which stays counted as its address's, as an identity's too. */
  exchange(uid: string): void;
  /** Counts a health check, which other requests of its address must not keep from being answered. */
  probe(origin: Origin): void;
  /** Counts a login in a browser that begins. */
  login(origin: Origin): void;
  /** Counts a login without a browser that begins. */
  pendingLogin(origin: Origin): void;
}

/** `trustedProxies`: addresses and networks of those whose X-Forwarded-For is believed. */
export function callerLimit(
  perSecond: number,
  clock: () => number,
  trustedProxies: readonly string[] = [],
): CallerLimit {
  const identities = new RateLimit(perSecond, clock, perSecond * BURST_SECONDS);
  const ofAddresses = perSecond * ADDRESS_FACTOR;
  const [addresses, probes] = [0, 1].map(() => new RateLimit(ofAddresses, clock, ofAddresses * BURST_SECONDS));
  const logins = new RateLimit(LOGINS.perSecond, clock, LOGINS.burst);
  const pending = new PendingLimit(PENDING_LOGINS, clock);
  const clientAddress = addressResolver(trustedProxies);
  const networkIn = (origin: Origin) => networkOf(clientAddress(origin));
  return {
    address: (origin) => addresses!.take(networkIn(origin)),
    identity: (uid, origin) => {
      addresses!.giveBack(networkIn(origin));
      identities.take(uid);
    },
    exchange: (uid) => identities.take(uid),
    probe: (origin) => probes!.take(networkIn(origin)),
    login: (origin) => logins.take(networkIn(origin)),
    pendingLogin: (origin) => pending.add(networkIn(origin)),
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
