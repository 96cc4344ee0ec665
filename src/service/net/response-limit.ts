import { PlatformError, retryLater, rootOf } from "../../api";
import { Tally } from "./tally";

/** Shorter responses are not counted: the number of connections bounds them. */
export const MIN_COUNTED = 16 * 1024;

const MIB = 1024 * 1024;
/** The maximum size of unread responses per identity and in total, in bytes. */
const LIMITS = { perCaller: 64 * MIB, total: 256 * MIB };
/** How long a client needs to read some of its responses, in seconds. */
const RETRY_SECONDS = 2;

/** How long a client may read nothing of a waiting response, in milliseconds. */
export const STALL_MS = 30_000;
/** The minimum rate at which a client must read beyond that time, in bytes per millisecond. */
const MIN_RATE = 64;

/** Returns how long a client may take to read a response, in milliseconds. */
export const timeFor = (bytes: number, stallMs = STALL_MS): number => stallMs + bytes / MIN_RATE;

export interface ResponseLimitOptions {
  readonly perCaller?: number;
  readonly total?: number;
}

/** The caller of a request: the uid of an identity or, before authentication, a network. */
export type ResponseCaller = { readonly identityUid: string } | { readonly network: string };

/** The memory of one response, from its creation until its client has read it or disconnected. */
export interface ResponseShare {
  /** Counts the response as at least this many bytes. Throws RESOURCE_EXHAUSTED, and CANCELLED once released. */
  reserve(bytes: number): void;
  /** As `reserve`, for a response that must be sent because the operation is complete. */
  force(bytes: number): void;
  release(): void;
  /** Calls back once the response is released. */
  onRelease(callback: () => void): void;
}

/**
 * Bounds the memory of responses that clients have not read. An organization may use at most half of what the other
 * organizations leave of 256 MiB. An identity may use 64 MiB, but at most half of what the other identities of its
 * organization leave of that. Example: with one busy organization, another can still use 64 MiB, and a single identity
 * in it 32 MiB. All callers without a token count as one organization, and each network as an identity. Each process
 * has its own limit.
 */
export class ResponseLimit {
  readonly #identities = new Tally();
  readonly #organizations = new Tally();
  readonly #limits: Required<ResponseLimitOptions>;
  readonly #onRelease: ((organization: string) => void)[] = [];

  constructor(options: ResponseLimitOptions = {}) {
    this.#limits = { ...LIMITS, ...options };
  }

  begin(caller: ResponseCaller): ResponseShare {
    const [identity, organization] =
      "network" in caller ? [`${ANONYMOUS}/${caller.network}`, ANONYMOUS] : keysOf(caller.identityUid);
    let [size, isReleased] = [0, false];
    const callbacks: (() => void)[] = [];
    const force = (bytes: number) => {
      if (isReleased || bytes <= size) return;
      this.#add(identity, organization, bytes - size);
      size = bytes;
    };
    return {
      reserve: (bytes) => {
        if (isReleased) throw new PlatformError("CANCELLED", "Cancelled: the client disconnected");
        if (bytes > size && bytes > MIN_COUNTED) this.#require(identity, organization, bytes - size);
        force(bytes);
      },
      force,
      release: () => {
        if (isReleased) return;
        this.#add(identity, organization, -size);
        [size, isReleased] = [0, true];
        for (const callback of callbacks) callback();
        for (const callback of this.#onRelease) callback(organization);
      },
      onRelease: (callback) => {
        if (isReleased) callback();
        else callbacks.push(callback);
      },
    };
  }

  /** Throws RESOURCE_EXHAUSTED if an identity has reached its limit, before any work is done for the request. */
  check(identityUid: string): void {
    const [identity, organization] = keysOf(identityUid);
    if (this.#identities.of(identity) > 0) this.#require(identity, organization, MIN_COUNTED);
  }

  /**
   * Returns whether there is memory for another response of this size to an identity, in addition to `pending` others
   * that are not counted yet. An identity without responses has room for one.
   */
  hasRoom(identityUid: string, bytes: number, pending: number): boolean {
    const [identity, organization] = keysOf(identityUid);
    if (pending === 0 && this.#identities.of(identity) === 0) return true;
    return this.#fits(identity, organization, bytes * (pending + 1));
  }

  /** Calls back with the uid of an organization whenever one of its responses is released. */
  onRelease(callback: (organization: string) => void): void {
    this.#onRelease.push(callback);
  }

  #fits(identity: string, organization: string, bytes: number): boolean {
    const { perCaller, total } = this.#limits;
    const used = this.#identities.of(identity);
    const usedByOrganization = this.#organizations.of(organization);
    const available = (total - (this.#organizations.total - usedByOrganization)) / 2;
    const share = (available - (usedByOrganization - used)) / 2;
    return usedByOrganization + bytes <= available && used + bytes <= Math.min(perCaller, share);
  }

  #require(identity: string, organization: string, bytes: number): void {
    if (this.#fits(identity, organization, bytes)) return;
    const { perCaller } = this.#limits;
    const held = this.#identities.of(identity);
    throw retryLater(
      "RESOURCE_EXHAUSTED",
      held + bytes > perCaller
        ? `Resource exhausted: more than ${sizeOf(perCaller)} of responses to this caller are unread; read them before sending more requests, and send fewer concurrent requests`
        : "Resource exhausted: the service holds too many unread responses; try again later, or request smaller pages",
      RETRY_SECONDS,
    );
  }

  #add(identity: string, organization: string, bytes: number): void {
    this.#identities.add(identity, bytes);
    this.#organizations.add(organization, bytes);
  }
}

/** Not the uid of an organization. */
const ANONYMOUS = "anonymous";

const keysOf = (identityUid: string): readonly [identity: string, organization: string] => [
  identityUid,
  rootOf(identityUid),
];

const sizeOf = (bytes: number): string => `${Math.floor(bytes / MIB)} MiB`;
