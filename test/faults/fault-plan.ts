import type { Fault, ProxiedRequest } from "./fault-proxy";
import { Random, seedOf } from "./random";

/**
 * Determines a command's faults from a seed: for each request by its method, its kind and the number of earlier
 * requests of that kind.
 */
export class FaultPlan {
  readonly #seen = new Map<string, number>();

  /** `share` is the proportion of requests with a fault, from 0 to 1. */
  constructor(
    private readonly seed: number,
    private readonly share: number,
  ) {}

  faultOf(request: ProxiedRequest): Fault | undefined {
    const kind = kindOf(request);
    const count = this.#seen.get(kind) ?? 0;
    this.#seen.set(kind, count + 1);
    const random = new Random(seedOf(this.seed, kind, count));
    return random.chance(this.share) ? randomFault(random) : undefined;
  }
}

/** Returns a request's kind, such as `POST groups`, without uids, since they differ between runs. */
export const kindOf = ({ method, path }: ProxiedRequest): string => `${method} ${path.split(/[/?:]/)[3] ?? path}`;

function randomFault(random: Random): Fault {
  const milliseconds = random.between(1, 300);
  const kind = random.pick([
    "lost request",
    "half request",
    "reset request",
    "lost response",
    "lost response",
    "half response",
    "reset response",
    "stalled response",
    "status",
    "status",
    "status",
    "delay",
  ] as const);
  if (kind === "stalled response") return { kind, milliseconds: milliseconds * 3 };
  if (kind === "delay") return { kind, milliseconds, of: random.pick(["request", "response"] as const) };
  if (kind !== "status") return { kind };
  const status = random.pick([429, 500, 502, 503, 504]);
  // A rate limiter has not passed the request on; a gateway that lost its upstream may have.
  const isPassed = status !== 429 && random.chance(0.5);
  return { kind, status, isForwarded: isPassed, retryAfter: random.pick([undefined, 0, 1]) };
}

export const wordsFor = (fault: Fault): string =>
  Object.entries(fault)
    .map(([name, value]) => (name === "kind" ? value : `${name} ${value}`))
    .join(", ");
