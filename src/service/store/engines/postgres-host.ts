import { Client, type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, type QueryConfig, types } from "pg";
import type { DatabaseHost, Target } from "../database-url";
import { hasNoConnections, readOnlyServer } from "./postgres-errors";

/** The maximum number of connections of one node; further transactions wait for a free one. */
const MAX_CONNECTIONS = 10;
/** How long a transaction waits for a free connection. */
const QUEUE_TIMEOUT_MS = 10_000;
/** Longer than any healthy statement takes. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long the server keeps a transaction whose node has stopped responding. */
const IDLE_TIMEOUT_MS = 30_000;
/** How long a connection may be idle before TCP keep-alive probes begin. */
const KEEP_ALIVE_MS = 10_000;

/** How long an exhausted server is reported, unless a connection has been opened since. */
const EXHAUSTED_MS = 60_000;

/** The role of the server, as seen by a session. */
export interface SessionState {
  readonly standby: boolean;
  readonly readOnly: string;
}

/** A server accepts writes if it is not a standby and its transactions are not read-only by default. */
export const SESSION_STATE = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as "readOnly"`;

/** Throws if the server does not match the target. */
export function requireTarget(states: readonly SessionState[], target: Target): void {
  if (target !== "any" && states.some(({ standby }) => standby)) throw readOnlyServer("is a standby");
  if (target === "read-write" && states.some(({ readOnly }) => readOnly === "on"))
    throw readOnlyServer("transactions are read-only by default");
}

/** A pool of connections to one host. */
export class Host {
  readonly name: string;
  readonly #pool: Pool;
  /** The generation of each connection: the number of `abandon` calls before it was opened. */
  readonly #opened = new WeakMap<PoolClient, number>();
  #generation = 0;
  /** When the server last had no connection left. */
  #exhaustedAt: number | undefined;

  constructor({ name, url }: DatabaseHost, target: Target, connectTimeoutMs: number) {
    this.name = name;
    // The pool has a single timeout for connecting and for waiting until a connection is free.
    class TimedClient extends Client {
      constructor(config: ClientConfig) {
        super({ ...config, connectionTimeoutMillis: connectTimeoutMs });
      }
    }
    this.#pool = new Pool({
      connectionString: url,
      Client: TimedClient as typeof Client,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: Math.max(QUEUE_TIMEOUT_MS, connectTimeoutMs),
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // Sends further statements without waiting for earlier results.
      pipeline: true,
      application_name: "platform",
      types: numbers,
      onConnect: async (client) => {
        this.#opened.set(client as PoolClient, this.#generation);
        this.#exhaustedAt = undefined;
        // A connection that breaks between two statements of a transaction fails the second one.
        client.on("error", () => {});
        if (target === "any") return;
        const { rows } = await client.query<SessionState>({
          text: SESSION_STATE,
          query_timeout: connectTimeoutMs,
        } as QueryConfig);
        requireTarget(rows, target);
      },
    });
    // The pool replaces idle connections that break.
    this.#pool.on("error", () => {});
  }

  async connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect().catch((error) => {
        if (hasNoConnections(error)) this.#exhaustedAt = performance.now();
        throw error;
      });
      if (this.#opened.get(client) === this.#generation) return client;
      client.release(true);
    }
  }

  /** Whether the server recently rejected a connection because it has none left: requests wait for the open ones. */
  get isExhausted(): boolean {
    return this.#exhaustedAt !== undefined && performance.now() - this.#exhaustedAt < EXHAUSTED_MS;
  }

  /** Closes all open connections once they are free, because the server's role has changed. */
  abandon(): void {
    this.#generation += 1;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Returns whether all connections of a pool were in use for too long, which does not indicate a failure of the host.
 */
export const isQueueTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** Parses 64-bit integers as numbers: counts are far below 2^53. */
const numbers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(oid, format)) as CustomTypesConfig["getTypeParser"],
};
