import { rootCertificates } from "node:tls";
import type { HttpRequest, HttpResponse, Route } from "./route";

/**
 * Requests with Bun's own HTTP client, which the standalone provider uses: undici takes 30 ms to load there, in each of
 * the three processes of a plan. It reads proxies from the environment and cannot be told not to, so it is used only
 * where none is set. On connections that were closed meanwhile it repeats GET and DELETE once, but no other methods.
 */

/** What Bun adds to the standard. */
interface BunRequestInit extends RequestInit {
  readonly tls?: { readonly ca: readonly string[] };
  /** The caller's signal bounds the whole call, so Bun's own timeout is disabled. */
  readonly timeout: false;
  readonly decompress: false;
}

/** Returns the direct route to an origin, with at most `limit` concurrent requests. */
export function bunRoute(origin: URL, limit: number, ca: string | undefined): Route {
  const running = new Limit(limit);
  const tls = ca === undefined ? {} : { tls: { ca: [...rootCertificates, ca] } };
  return {
    send: (request, signal) => running.run(signal, () => send(origin, request, { ...tls, signal })),
    close: () => running.idle(),
    suffix: "",
  };
}

async function send(
  { origin, host }: URL,
  { method, path, headers, body }: HttpRequest,
  options: Pick<BunRequestInit, "tls" | "signal">,
): Promise<HttpResponse> {
  const init: BunRequestInit = {
    ...options,
    method,
    headers: { "accept-encoding": "identity", ...headers },
    body: body ?? null,
    redirect: "manual",
    timeout: false,
    decompress: false,
  };
  try {
    const response = await fetch(`${origin}${path}`, init);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  } catch (error) {
    throw withNodesMessage(error as NodeJS.ErrnoException, host);
  }
}

/** Words an error as Node.js does; Bun repeats the code in front of its message, and advises on its own options. */
function withNodesMessage(error: NodeJS.ErrnoException, host: string): NodeJS.ErrnoException {
  const { code, message } = error;
  if (code === undefined) return error;
  const problem =
    code === "ECONNREFUSED"
      ? `connect ECONNREFUSED ${host}`
      : message.replace(`${code}: `, "").replace(/[.]? For more information, pass .*$/s, "");
  return Object.assign(new Error(problem, { cause: error }), { code });
}

/** Runs a limited number of operations concurrently; further ones wait. */
class Limit {
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];
  #running = 0;

  constructor(private readonly limit: number) {}

  async run<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      signal.throwIfAborted();
      return await operation();
    } finally {
      // A waiting operation takes over the place.
      const next = this.#waiting.shift();
      if (next) next();
      else if (--this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }
}
