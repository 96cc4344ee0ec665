import type { PoolClient } from "pg";
import type { DatabaseHosts } from "../database-url";
import { asUnavailable, isLost, isReadOnly, reasonOf } from "./postgres-errors";
import { Host, isQueueTimeout } from "./postgres-host";

const CONNECT_TIMEOUT_SECONDS = 10;
/** Where there are others to try. */
const CONNECT_TIMEOUT_OF_SEVERAL_SECONDS = 3;

/** A connection, and the host that it leads to. */
export interface Connected {
  readonly client: PoolClient;
  readonly host: Host;
}

/**
 * Connections to whichever host of a database URL accepts writes. The last one that did is used until it fails or says
 * that it is read-only; then the others are tried in their order.
 */
export class Primary {
  readonly #hosts: readonly Host[];
  /** The one that was used last. */
  #last = 0;
  #isInDoubt = false;
  #search: Promise<void> | undefined;

  constructor({ hosts, target, connectTimeout }: DatabaseHosts) {
    const seconds =
      connectTimeout ?? (hosts.length === 1 ? CONNECT_TIMEOUT_SECONDS : CONNECT_TIMEOUT_OF_SEVERAL_SECONDS);
    this.#hosts = hosts.map((host) => new Host(host, target, seconds * 1000));
  }

  /** Throws UNAVAILABLE where no host is what the URL asks for; its cause says what each of them answered. */
  async connect(): Promise<Connected> {
    const isOnly = this.#hosts.length === 1;
    if (!this.#isInDoubt || isOnly) {
      const host = this.#hosts[this.#last]!;
      try {
        return { host, client: await host.connect() };
      } catch (error) {
        if (isOnly || isQueueTimeout(error)) throw failureOf([[host, error]]);
      }
    }
    // Whoever comes meanwhile waits for the same search.
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
    });
    await this.#search;
    const found = this.#hosts[this.#last]!;
    try {
      return { host: found, client: await found.connect() };
    } catch (error) {
      throw failureOf([[found, error]]);
    }
  }

  /** Has the other hosts tried before the one that was used last: it does not answer as it should. */
  doubt(): void {
    this.#isInDoubt = true;
  }

  /** Uses no connection to a host any more that is open now: it has become read-only. */
  abandon(host: Host): void {
    host.abandon();
    this.doubt();
  }

  get isExhausted(): boolean {
    return this.#hosts[this.#last]!.isExhausted;
  }

  async end(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.end()));
  }

  /** Finds a host that is as the URL asks, the one that was used last at the end. */
  async #find(): Promise<void> {
    const failures: [Host, unknown][] = [];
    for (let step = 1; step <= this.#hosts.length; step += 1) {
      const index = (this.#last + step) % this.#hosts.length;
      const host = this.#hosts[index]!;
      try {
        (await host.connect()).release();
        this.#last = index;
        this.#isInDoubt = false;
        return;
      } catch (error) {
        failures.push([host, error]);
      }
    }
    throw failureOf(failures);
  }
}

/** The error of a search: a host that answers says more than one that does not. Its cause tells of each. */
function failureOf(failures: readonly (readonly [Host, unknown])[]): unknown {
  const errors = failures.map(([, error]) => error);
  const told = errors.find(isReadOnly) ?? errors.find((error) => !isLost(error)) ?? errors.at(-1);
  return asUnavailable(told, failures.map(([{ name }, error]) => `${name}: ${reasonOf(error)}`).join("; "));
}
