import type { ChildProcess } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { type FaultPlan, kindOf, wordsFor } from "./fault-plan";
import type { FaultHandler, ProxiedRequest } from "./fault-proxy";
import { descendantsOf, signal } from "./processes";
import type { Random } from "./random";
import type { ServiceProcess } from "./service-process";

/** A fault of a process, once per command: some time after a request arrived or its response was sent. */
export interface ProcessFault {
  readonly kind: "kill service" | "interrupt" | "interrupt twice" | "kill plugin";
  readonly requestNumber: number;
  readonly afterResponse: boolean;
  readonly milliseconds: number;
}

export const randomProcessFault = (random: Random): ProcessFault => ({
  kind: random.pick(["kill service", "interrupt", "interrupt twice", "kill plugin"] as const),
  requestNumber: random.between(1, 40),
  afterResponse: random.chance(0.6),
  milliseconds: random.pick([0, 0, 1, 3, 10, 50, 200]),
});

/** Causes request faults, and at most one process fault, while a command runs. Each is written to `log`. */
export class FaultInjector implements FaultHandler {
  /** The command's process; set before its first request. */
  command: ChildProcess | undefined;
  #requests = 0;
  #watched: ProxiedRequest | undefined;
  /** The command's child processes when the request arrived. */
  #plugins: readonly number[] = [];
  #running: Promise<void> | undefined;

  constructor(
    private readonly service: ServiceProcess,
    private readonly plan: FaultPlan,
    private readonly processFault: ProcessFault | undefined,
    private readonly log: (line: string) => void,
  ) {}

  faultOf(request: ProxiedRequest) {
    const fault = this.plan.faultOf(request);
    if (fault) this.log(`${kindOf(request)}: ${wordsFor(fault)}`);
    return fault;
  }

  onRequest(request: ProxiedRequest): void {
    if (++this.#requests !== this.processFault?.requestNumber) return;
    this.#plugins = descendantsOf(this.command!.pid!);
    if (this.processFault.afterResponse) this.#watched = request;
    else this.#running = this.#cause(this.processFault, request);
  }

  onResponse(request: ProxiedRequest): void {
    if (this.processFault && request === this.#watched) this.#running = this.#cause(this.processFault, request);
  }

  /** Resolves once the killed service runs again. */
  async finished(): Promise<void> {
    await this.#running;
  }

  async #cause({ kind, milliseconds, afterResponse }: ProcessFault, during: ProxiedRequest): Promise<void> {
    if (milliseconds > 0) await setTimeout(milliseconds);
    if (kind === "kill plugin") for (const pid of this.#plugins) signal(pid, "SIGKILL");
    if (kind.startsWith("interrupt")) this.#interrupt();
    this.log(`${kind}, ${milliseconds} ms after ${kindOf(during)} ${afterResponse ? "was answered" : "came"}`);
    if (kind === "interrupt twice") {
      await setTimeout(milliseconds);
      this.#interrupt();
    }
    if (kind !== "kill service") return;
    await this.service.kill();
    await this.service.start();
  }

  /** Ctrl-C sends SIGINT to all processes of the terminal. */
  #interrupt(): void {
    for (const pid of [this.command!.pid!, ...this.#plugins]) signal(pid, "SIGINT");
  }
}
