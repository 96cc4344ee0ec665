import type { PoolClient } from "pg";
import type { DatabaseHosts } from "../database-url";
import { asUnavailable, describeError, isLost, isReadOnly } from "./postgres-errors";
import { Host, isQueueTimeout } from "./postgres-host";

const CONNECT_TIMEOUT_SECONDS = 10;
/** The timeout when there are other hosts to try. */
const MULTI_HOST_CONNECT_TIMEOUT_SECONDS = 3;

/** A connection and its host. */
export interface Connected {
  readonly client: PoolClient;
  readonly host: Host;
}

/**
 * Connects to the host of a database URL that accepts writes. Uses the last such host until it fails or becomes
 * read-only, then tries the others in order.
 */
export class Primary {
  readonly #hosts: readonly Host[];
  /** The index of the host used last. */
  #last = 0;
  #isSuspect = false;
  #search: Promise<void> | undefined;

  constructor({ hosts, target, connectTimeout }: DatabaseHosts) {
    const seconds =
      connectTimeout ?? (hosts.length === 1 ? CONNECT_TIMEOUT_SECONDS : MULTI_HOST_CONNECT_TIMEOUT_SECONDS);
    this.#hosts = hosts.map((host) => new Host(host, target, seconds * 1000));
  }

  get #current(): Host {
    // `#last` is always an index of `#hosts`.
    return this.#hosts[this.#last] as Host;
  }

  /** Throws UNAVAILABLE if no host matches the target; the cause lists the error of each host. */
  async connect(): Promise<Connected> {
    const isOnly = this.#hosts.length === 1;
    if (!this.#isSuspect || isOnly) {
      const host = this.#current;
      try {
        return { host, client: await host.connect() };
      } catch (error) {
        if (isOnly || isQueueTimeout(error)) throw failureOf([[host, error]]);
      }
    }
    // Concurrent callers share one search.
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
    });
    await this.#search;
    const found = this.#current;
    try {
      return { host: found, client: await found.connect() };
    } catch (error) {
      throw failureOf([[found, error]]);
    }
  }

  /** Makes the next call try the other hosts first, because the current host has failed. */
  suspect(): void {
    this.#isSuspect = true;
  }

  /** Stops using the open connections to a host that has become read-only. */
  abandon(host: Host): void {
    host.abandon();
    this.suspect();
  }

  get isExhausted(): boolean {
    return this.#current.isExhausted;
  }

  async end(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.end()));
  }

  /** Finds a host that matches the target, trying the current one last. */
  async #find(): Promise<void> {
    const failures: [Host, unknown][] = [];
    for (let step = 1; step <= this.#hosts.length; step += 1) {
      const index = (this.#last + step) % this.#hosts.length;
      // The remainder is an index of `#hosts`.
      const host = this.#hosts[index] as Host;
      try {
        (await host.connect()).release();
        this.#last = index;
        this.#isSuspect = false;
        return;
      } catch (error) {
        failures.push([host, error]);
      }
    }
    throw failureOf(failures);
  }
}

/**
 * Returns the error of a search, preferring the error of a host that responded. The cause lists the error of each host.
 */
function failureOf(failures: readonly (readonly [Host, unknown])[]): unknown {
  const errors = failures.map(([, error]) => error);
  const reported = errors.find(isReadOnly) ?? errors.find((error) => !isLost(error)) ?? errors.at(-1);
  return asUnavailable(reported, failures.map(([{ name }, error]) => `${name}: ${describeError(error)}`).join("; "));
}
