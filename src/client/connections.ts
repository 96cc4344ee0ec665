import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { urlToHttpOptions } from "node:url";
import { PlatformError } from "../api";
import { proxyFor, proxyHeaders, tunnelAgent } from "./proxy";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How long opening a connection may take, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** How long a connection that is not used stays open, in milliseconds: less than servers keep theirs. */
const IDLE_TIMEOUT = 4_000;

/** Connections to one origin, over HTTP/1.1, kept alive. Requests beyond the limit wait for one to be free. */
export class Connections {
  readonly #origin: string;
  readonly #limit: number;
  readonly #underWay = new Set<Promise<unknown>>();
  #way: Way | undefined;
  #closing: Promise<void> | undefined;

  constructor(origin: string, limit: number) {
    this.#origin = origin;
    this.#limit = limit;
  }

  /** Sends once. Throws PlatformError UNAVAILABLE where no answer came, and the signal's reason when it is aborted. */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    if (this.#closing) throw new PlatformError("CANCELLED", "The client was closed");
    const sent = this.#exchange(request, signal);
    this.#underWay.add(sent);
    try {
      return await sent;
    } catch (error) {
      signal.throwIfAborted();
      throw failure(this.#origin, error as NodeJS.ErrnoException);
    } finally {
      this.#underWay.delete(sent);
    }
  }

  /** Waits for what is under way; a second time, for the same. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => this.#way?.agent.destroy());
    return this.#closing;
  }

  #exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const sent = this.#open(request, (answer) => read(answer).then(resolve, reject));
      const abort = () => {
        reject(signal.reason); // a request that still waits for a connection says nothing of its end
        sent.destroy();
      };
      signal.addEventListener("abort", abort, { once: true });
      sent.on("error", reject).on("close", () => signal.removeEventListener("abort", abort));
      if (signal.aborted) abort();
      else sent.end(request.body);
    });
  }

  #open({ method, path, headers }: HttpRequest, onAnswer: (answer: IncomingMessage) => void): ClientRequest {
    this.#way ??= wayTo(new URL(this.#origin), this.#limit);
    const { target, agent, prefix, added } = this.#way;
    const options = { ...target, method, path: prefix + path, headers: { ...headers, ...added }, agent };
    const request = httpOf(target.protocol).request(options, onAnswer);
    return request.once("socket", (socket) => {
      if (!socket.connecting) return;
      const tooLong = new Error(`no connection within ${CONNECT_TIMEOUT / 1000} s`);
      const timer = setTimeout(() => request.destroy(tooLong), CONNECT_TIMEOUT);
      const stop = () => clearTimeout(timer);
      socket.once(target.protocol === "https:" ? "secureConnect" : "connect", stop);
      request.once("close", stop);
    });
  }
}

/** Where requests to an origin go, and what each then needs. */
interface Way {
  readonly target: ReturnType<typeof urlToHttpOptions>;
  readonly agent: Agent;
  /** What stands before the path. */
  readonly prefix: string;
  readonly added: Readonly<Record<string, string>>;
}

function wayTo(origin: URL, limit: number): Way {
  const options = { keepAlive: true, maxSockets: limit, timeout: IDLE_TIMEOUT };
  const proxy = proxyFor(origin, process.env);
  const isSecure = origin.protocol === "https:";
  if (proxy && !isSecure) {
    const { auth: _, ...target } = urlToHttpOptions(proxy);
    const agent = new (httpOf(proxy.protocol).Agent)(options);
    return { target, agent, prefix: origin.origin, added: { host: origin.host, ...proxyHeaders(proxy) } };
  }
  const target = urlToHttpOptions(origin);
  const agent = proxy ? tunnelAgent(proxy, options, CONNECT_TIMEOUT) : new (httpOf(target.protocol).Agent)(options);
  return { target, agent, prefix: "", added: {} };
}

/** Loaded at the first request: many a process of the provider makes none. */
const httpOf = (protocol: string | null | undefined): typeof import("node:http") | typeof import("node:https") =>
  protocol === "https:" ? require("node:https") : require("node:http");

async function read(answer: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString("utf8") };
}

/** Node's messages name headers, never their values. */
function failure(origin: string, error: NodeJS.ErrnoException): PlatformError {
  if (/^ERR_(INVALID_(CHAR|HTTP_TOKEN|ARG)|UNESCAPED)/.test(error.code ?? ""))
    return new PlatformError("INVALID_ARGUMENT", `Invalid argument: ${error.message}`, { cause: error });
  return new PlatformError("UNAVAILABLE", `Cannot reach ${origin}: ${error.message || error.code}`, { cause: error });
}
