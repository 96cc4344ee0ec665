import type { ChildProcess } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { type FaultPlan, kindOf, wordsFor } from "./fault-plan";
import type { Interference, Seen } from "./fault-proxy";
import { descendantsOf, signal } from "./processes";
import type { Random } from "./random";
import type { ServiceProcess } from "./service-process";

/** An accident to a process, once per command: some time after a request arrived or was completed. */
export interface Accident {
  readonly what: "kill service" | "interrupt" | "interrupt twice" | "kill plugin";
  readonly atRequest: number;
  readonly afterAnswer: boolean;
  readonly milliseconds: number;
}

export const randomAccident = (random: Random): Accident => ({
  what: random.pick(["kill service", "interrupt", "interrupt twice", "kill plugin"] as const),
  atRequest: random.between(1, 40),
  afterAnswer: random.chance(0.6),
  milliseconds: random.pick([0, 0, 1, 3, 10, 50, 200]),
});

/** Causes request faults, and at most one accident, while a command runs. Each is written to `log`. */
export class Misfortune implements Interference {
  /** The command's process; set before its first request. */
  command: ChildProcess | undefined;
  #requests = 0;
  #watched: Seen | undefined;
  /** The command's child processes when the request arrived. */
  #plugins: readonly number[] = [];
  #running: Promise<void> | undefined;

  constructor(
    private readonly service: ServiceProcess,
    private readonly plan: FaultPlan,
    private readonly accident: Accident | undefined,
    private readonly log: (line: string) => void,
  ) {}

  faultOf(request: Seen) {
    const fault = this.plan.faultOf(request);
    if (fault) this.log(`${kindOf(request)}: ${wordsFor(fault)}`);
    return fault;
  }

  onRequest(request: Seen): void {
    if (++this.#requests !== this.accident?.atRequest) return;
    this.#plugins = descendantsOf(this.command!.pid!);
    if (this.accident.afterAnswer) this.#watched = request;
    else this.#running = this.#happen(this.accident, request);
  }

  onAnswered(request: Seen): void {
    if (this.accident && request === this.#watched) this.#running = this.#happen(this.accident, request);
  }

  /** Resolves once the killed service runs again. */
  async over(): Promise<void> {
    await this.#running;
  }

  async #happen({ what, milliseconds, afterAnswer }: Accident, during: Seen): Promise<void> {
    if (milliseconds > 0) await setTimeout(milliseconds);
    if (what === "kill plugin") for (const pid of this.#plugins) signal(pid, "SIGKILL");
    if (what.startsWith("interrupt")) this.#interrupt();
    this.log(`${what}, ${milliseconds} ms after ${kindOf(during)} ${afterAnswer ? "was answered" : "came"}`);
    if (what === "interrupt twice") {
      await setTimeout(milliseconds);
      this.#interrupt();
    }
    if (what !== "kill service") return;
    await this.service.kill();
    await this.service.start();
  }

  /** Ctrl-C sends SIGINT to all processes of the terminal. */
  #interrupt(): void {
    for (const pid of [this.command!.pid!, ...this.#plugins]) signal(pid, "SIGINT");
  }
}
