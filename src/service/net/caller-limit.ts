import { isIP } from "node:net";
import { addressMatcher, networkOf, plainAddress } from "./addresses";
import { PendingLimit } from "./pending-limit";
import { RateLimit } from "./rate-limit";

/** The origin of a request according to its connection and headers. */
export interface Origin {
  /** The address of the connection's other end. */
  readonly peer: string | undefined;
  /** The X-Forwarded-For header, which anybody can set. */
  readonly forwardedFor: string | undefined;
}

/** The default number of requests per second of an identity: many times what an apply needs. */
export const DEFAULT_RATE = 500;
/** The limit of an address relative to an identity's: several people and pipelines may share an address. */
const ADDRESS_FACTOR = 2;
/** The number of seconds whose requests an idle caller may make in a burst. */
const BURST_SECONDS = 4;
/**
 * The number of browser logins that an address may begin: a small part of an organization's limit, so that no address
 * can use it up.
 */
const LOGINS = { perSecond: 10, burst: 20 };
/** The maximum number of pending logins without a browser; each waits for ten minutes. */
const PENDING_LOGINS = { perAddress: 500, total: 10_000, lifetimeMs: 10 * 60 * 1000 };

/**
 * Limits the request rate of each caller. A request counts against its address, and, once its token is verified,
 * against its identity instead. All methods throw RESOURCE_EXHAUSTED.
 */
export interface CallerLimit {
  /** Counts a request against its address. */
  address(origin: Origin): void;
  /** Counts a request against its identity instead of its address. */
  identity(uid: string, origin: Origin): void;
  /** Counts an exchange against its identity, in addition to its address. */
  exchange(uid: string): void;
  /** Counts a health check separately, so that other requests of its address cannot block it. */
  probe(origin: Origin): void;
  /** Counts a browser login. */
  login(origin: Origin): void;
  /** Counts a login without a browser. */
  pendingLogin(origin: Origin): void;
}

/** `trustedProxies`: addresses and networks of proxies whose X-Forwarded-For header is trusted. */
export function callerLimit(
  perSecond: number,
  clock: () => number,
  trustedProxies: readonly string[] = [],
): CallerLimit {
  const identities = new RateLimit(perSecond, clock, perSecond * BURST_SECONDS);
  const addressRate = perSecond * ADDRESS_FACTOR;
  const addresses = new RateLimit(addressRate, clock, addressRate * BURST_SECONDS);
  const probes = new RateLimit(addressRate, clock, addressRate * BURST_SECONDS);
  const logins = new RateLimit(LOGINS.perSecond, clock, LOGINS.burst);
  const pending = new PendingLimit(PENDING_LOGINS, clock);
  const clientAddress = addressResolver(trustedProxies);
  const networkIn = (origin: Origin) => networkOf(clientAddress(origin));
  return {
    address: (origin) => addresses.take(networkIn(origin)),
    identity: (uid, origin) => {
      addresses.refund(networkIn(origin));
      identities.take(uid);
    },
    exchange: (uid) => identities.take(uid),
    probe: (origin) => probes.take(networkIn(origin)),
    login: (origin) => logins.take(networkIn(origin)),
    pendingLogin: (origin) => pending.add(networkIn(origin)),
  };
}

/** Returns a function that finds the client address of a request. */
export function addressResolver(trustedProxies: readonly string[]): (origin: Origin) => string {
  const isTrusted = addressMatcher(trustedProxies);
  return (origin) => addressOf(origin, isTrusted);
}

/** Returns the nearest address in X-Forwarded-For that is not a trusted proxy, or the connection's address. */
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
