import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { GrpcServer } from "./grpc";

/** How long running requests may take after the service stops accepting new ones. */
const DRAIN_MS = 10_000;
/** How often, during the lame-duck period, newly connected gRPC clients are told to leave. */
const LEAVE_MS = 1000;

export interface Servers {
  readonly http: readonly FastifyInstance[];
  /** Returns the gRPC server, if it has been used. */
  grpc(): GrpcServer | undefined;
  /** Called when the service no longer accepts requests. */
  stopped(): void;
}

/**
 * Stops a service without losing requests. During the lame-duck period it keeps accepting requests, but reports that it
 * is not ready and makes clients leave their connections. Then it stops accepting and finishes running requests.
 */
export class Shutdown {
  isStopping = false;
  readonly #skip = new AbortController();

  constructor(
    private readonly servers: Servers,
    private readonly lameDuckMs: number,
  ) {}

  /** Ends or skips the lame-duck period. */
  skipLameDuck(): void {
    this.#skip.abort();
  }

  /** Resolves when all servers are closed. */
  async run(): Promise<void> {
    const { http, grpc, stopped } = this.servers;
    this.isStopping = true;
    for (const app of http) app.drainConnections();
    if (this.lameDuckMs > 0) await this.#waitLameDuck();
    stopped();
    grpc()?.drain(DRAIN_MS);
    for (const app of http) await closeGently(app);
  }

  async #waitLameDuck(): Promise<void> {
    const leave = () => this.servers.grpc()?.sendGoaway();
    leave();
    const timer = setInterval(leave, LEAVE_MS);
    await delay(this.lameDuckMs, undefined, { signal: this.#skip.signal }).catch(() => {});
    clearInterval(timer);
    leave();
  }
}

async function closeGently(app: FastifyInstance): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  // A connection that becomes idle during the drain is kept alive by its client and would delay the close.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearInterval(idle);
  clearTimeout(overdue);
}
