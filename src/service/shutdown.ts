import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { GrpcServer } from "./grpc";

/** How long running requests may take to finish once the service accepts no more. */
const DRAIN_MS = 10_000;
/** How often, in the lame-duck period, clients of gRPC are told to leave that have come meanwhile. */
const LEAVE_MS = 1000;

export interface Servers {
  readonly http: readonly FastifyInstance[];
  /** The server for gRPC, once somebody speaks it. */
  grpc(): GrpcServer | undefined;
  /** Called when nothing is accepted any more. */
  stopped(): void;
}

/**
 * Stops a service without losing a request. During the lame-duck period it goes on accepting, but says that it is not
 * ready and has clients leave the connections that they keep; then it accepts nothing more and finishes what runs.
 */
export class Shutdown {
  isStopping = false;
  readonly #hurry = new AbortController();

  constructor(
    private readonly servers: Servers,
    private readonly lameDuckMs: number,
  ) {}

  /** Ends the lame-duck period, or leaves it out. */
  hasten(): void {
    this.#hurry.abort();
  }

  /** Resolves when all servers are closed. */
  async run(): Promise<void> {
    const { http, grpc, stopped } = this.servers;
    this.isStopping = true;
    for (const app of http) app.closeConnections();
    if (this.lameDuckMs > 0) await this.#beLameDuck();
    stopped();
    grpc()?.drain(DRAIN_MS);
    for (const app of http) await closeGently(app);
  }

  async #beLameDuck(): Promise<void> {
    const leave = () => this.servers.grpc()?.leave();
    leave();
    const timer = setInterval(leave, LEAVE_MS);
    await delay(this.lameDuckMs, undefined, { signal: this.#hurry.signal }).catch(() => {});
    clearInterval(timer);
    leave();
  }
}

async function closeGently(app: FastifyInstance): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  // A connection whose request ends meanwhile is kept alive by its client, and nobody would wait for that.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearInterval(idle);
  clearTimeout(overdue);
}
