import { PlatformError } from "../../api";
import { Connections, type HttpAnswer, type HttpRequest } from "./connections";
import { type Deadline, sleep, withLastWord } from "./deadline";
import { pauseBefore, type RetryPolicy, requestedPause, worthRetrying } from "./retry";

/** Told of every request and answer; neither carries secrets. */
export interface Hooks {
  onRequest?(event: RequestEvent): void;
  onResponse?(event: ResponseEvent): void;
}

export interface RequestEvent {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** 1, and one more for each time the request is sent again. */
  readonly attempt: number;
}

export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** What the service's log calls the request, if the answer says so. */
  readonly requestId: string | undefined;
}

export interface TransportOptions {
  readonly retry: RetryPolicy;
  readonly maxConcurrent: number;
  readonly hooks?: Hooks | undefined;
}

/** A request for JSON that may be sent twice: creates carry a key that makes it so. */
export interface JsonRequest extends Pick<HttpRequest, "method" | "path" | "headers"> {
  /** Parameters are sent as a form, all else as JSON. */
  readonly body?: unknown;
  /** Sends again only what was refused for now (429): anything else may have been done. */
  readonly sendOnce?: boolean | undefined;
  /** Called when an attempt ends without telling whether the service did what was asked. */
  readonly onUncertain?: (() => void) | undefined;
  /** Told the headers of a good answer. */
  readonly onAnswer?: ((headers: AnswerHeaders) => void) | undefined;
}

export type AnswerHeaders = HttpAnswer["headers"];

/** Sends requests to one origin and tries again what may succeed later. */
export class Transport {
  readonly origin: string;
  readonly #connections: Connections;
  readonly #options: TransportOptions;

  constructor(origin: string, options: TransportOptions) {
    this.origin = origin;
    this.#connections = new Connections(origin, options.maxConcurrent);
    this.#options = options;
  }

  /** The parsed body of the answer, undefined for an empty one. Throws PlatformError for all but success. */
  async send(
    { method, path, headers, body, sendOnce, onUncertain, onAnswer }: JsonRequest,
    deadline: Deadline,
  ): Promise<unknown> {
    const request: HttpRequest = { method, path, ...withBody(headers, body) };
    const { retry } = this.#options;
    for (let attempt = 1; ; attempt++) {
      deadline.signal.throwIfAborted();
      const outcome = await this.#attempt(request, attempt, deadline.signal).catch((error: unknown) => {
        // It was sent, and the wait for its answer ended.
        onUncertain?.();
        throw error;
      });
      if (!outcome.error) {
        onAnswer?.(outcome.headers);
        return outcome.body;
      }
      const { error } = outcome;
      if (isUncertain(error)) onUncertain?.();
      // What is gone when a deletion is sent again, the first one deleted.
      if (method === "DELETE" && attempt > 1 && error.code === "NOT_FOUND") return undefined;
      if (attempt >= retry.attempts || !worthRetrying(error) || (sendOnce && error.http !== 429)) throw error;
      const pause = pauseBefore(attempt + 1, retry, outcome.pauseMs);
      if (pause >= deadline.remainingMs()) throw error;
      await sleep(pause, deadline.signal);
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #attempt(request: HttpRequest, attempt: number, signal: AbortSignal): Promise<Outcome> {
    const { hooks } = this.#options;
    const event = { method: request.method, path: request.path, attempt };
    hooks?.onRequest?.(event);
    const lastWord = request.method === "GET" ? { signal, done: () => {} } : withLastWord(signal);
    try {
      const answer = await this.#connections.send(request, lastWord.signal);
      const { status, headers } = answer;
      hooks?.onResponse?.({ ...event, status, requestId: headers["x-request-id"]?.toString() });
      return this.#read(answer);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PlatformError) return { error };
      throw error;
    } finally {
      lastWord.done();
    }
  }

  #read({ status, headers, body: text }: HttpAnswer): Outcome {
    const body = parsed(text);
    if (status >= 200 && status < 300) {
      if (body !== notJson) return { body, headers };
      return { error: new PlatformError("UNKNOWN", `${this.origin} answered with something that is not JSON`) };
    }
    const error = PlatformError.fromBody(status, body);
    return { error, pauseMs: requestedPause(headers["retry-after"], error) };
  }
}

function withBody(headers: HttpRequest["headers"], body: unknown): Pick<HttpRequest, "headers" | "body"> {
  if (body === undefined) return { headers };
  if (body instanceof URLSearchParams)
    return { headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: body.toString() };
  return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Whether the service may have done what it gave no good answer to: it was reached, and did not refuse. */
const isUncertain = (error: PlatformError): boolean => error.http >= 500 && !isUnsent(error);

/** What systems say where no connection could be made, so that nothing was sent. */
const unconnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS/;

const isUnsent = ({ cause }: PlatformError): boolean =>
  cause instanceof Error && unconnected.test(String((cause as NodeJS.ErrnoException).code));

type Outcome =
  | { readonly error?: undefined; readonly body: unknown; readonly headers: AnswerHeaders }
  | { readonly error: PlatformError; readonly pauseMs?: number | undefined };

const notJson = Symbol("not JSON");

function parsed(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}
