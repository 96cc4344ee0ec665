import { Client, type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, type QueryConfig, types } from "pg";
import type { DatabaseHost, Target } from "../database-url";
import { hasNoConnections, readOnlyServer } from "./postgres-errors";

/** Connections of one node; what is more waits for one of them. */
const MAX_CONNECTIONS = 10;
/** How long a transaction waits for a free connection. */
const QUEUE_TIMEOUT_MS = 10_000;
/** No statement takes this long but where something is wrong. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a transaction of a node that does not go on is kept. */
const IDLE_TIMEOUT_MS = 30_000;
/** How long a connection may be silent before the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;

/** How long it is remembered that the server had no connection left, where no other was opened since. */
const EXHAUSTED_MS = 60_000;

/** What a session of a server says of its role. */
export interface SessionState {
  readonly standby: boolean;
  readonly readOnly: string;
}

/** A server that accepts writes is neither a standby, nor are its transactions read-only by default. */
export const SESSION_STATE = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as "readOnly"`;

/** Throws for a server that is not what the service needs. */
export function requireTarget({ standby, readOnly }: SessionState, target: Target): void {
  if (target !== "any" && standby) throw readOnlyServer("is a standby");
  if (target === "read-write" && readOnly === "on") throw readOnlyServer("transactions are read-only by default");
}

/** Connections to one host. */
export class Host {
  readonly name: string;
  readonly #pool: Pool;
  /** When each connection was opened, counted in calls of `abandon`. */
  readonly #opened = new WeakMap<PoolClient, number>();
  #generation = 0;
  /** When the server had no connection left. */
  #exhaustedAt: number | undefined;

  constructor({ name, url }: DatabaseHost, target: Target, connectTimeoutMs: number) {
    this.name = name;
    // The pool has one timeout for connecting and for waiting until a connection is free.
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
      // What is asked while an answer is awaited is sent, not kept back.
      pipeline: true,
      application_name: "platform",
      types: numbers,
      onConnect: async (client) => {
        this.#opened.set(client as PoolClient, this.#generation);
        this.#exhaustedAt = undefined;
        // One that breaks between the statements of a transaction fails the next of them.
        client.on("error", () => {});
        if (target === "any") return;
        const { rows } = await client.query<SessionState>({
          text: SESSION_STATE,
          query_timeout: connectTimeoutMs,
        } as QueryConfig);
        requireTarget(rows[0]!, target);
      },
    });
    // A connection that breaks while nobody uses it is replaced when somebody wants one.
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

  /** Whether the server refused a connection lately since it has no more to give: requests wait for those that are open. */
  get isExhausted(): boolean {
    return this.#exhaustedAt !== undefined && performance.now() - this.#exhaustedAt < EXHAUSTED_MS;
  }

  /** Has every connection that is open now closed once nobody uses it: the server is not what it was. */
  abandon(): void {
    this.#generation += 1;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** Whether all connections of a pool were in use for too long, which says nothing about the host. */
export const isQueueTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** Counts are far below 2^53, and are numbers here. */
const numbers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(oid, format)) as CustomTypesConfig["getTypeParser"],
};
