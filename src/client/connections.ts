import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { urlToHttpOptions } from "node:url";
import { PlatformError } from "../api";

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
  #agent: Agent | undefined;
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
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => this.#agent?.destroy());
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
    const target = urlToHttpOptions(new URL(this.#origin));
    const http = httpOf(target.protocol);
    this.#agent ??= new http.Agent({ keepAlive: true, maxSockets: this.#limit, timeout: IDLE_TIMEOUT });
    const request = http.request({ ...target, method, path, headers, agent: this.#agent }, onAnswer);
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
