import { errorCode, PlatformError } from "../../api";
import { certificateProblem } from "./certificate-problem";
import { Connections } from "./connections";
import { type Deadline, sleep, withGracePeriod } from "./deadline";
import { isRetryable, type RetryPolicy, requestedDelay, retryDelay } from "./retry";
import type { HttpRequest, HttpResponse } from "./route";

/** Callbacks for every request and response; the events contain no secrets. */
export interface Hooks {
  onRequest?(event: RequestEvent): void;
  onResponse?(event: ResponseEvent): void;
  /** Called after every token exchange. */
  onExchange?(event: ExchangeEvent): void;
}

export interface ExchangeEvent {
  readonly authUrl: string;
  readonly audience: string;
  /** The uid of the assumed identity, if one was specified. */
  readonly identity: string | undefined;
  /** A description of the identity token, and the audience that it was requested for. */
  readonly source: string;
  readonly sourceAudience: string;
  /** Whether the token came from another process. */
  readonly fromCache: boolean;
  readonly milliseconds: number;
}

export interface RequestEvent {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
}

export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** The duration, including reading the body. */
  readonly milliseconds: number;
  /** The request's id in the service's log, if the response contains it. */
  readonly requestId: string | undefined;
}

export interface TransportOptions {
  readonly retry: RetryPolicy;
  readonly maxConcurrent: number;
  readonly hooks?: Hooks | undefined;
  /** PEM certificates of CAs to trust in addition to the default ones. */
  readonly ca?: string | undefined;
}

/** A JSON request that may be retried; create requests carry an idempotency key to make that safe. */
export interface JsonRequest extends Pick<HttpRequest, "method" | "path" | "headers" | "responseType"> {
  /** URLSearchParams are sent as a form, everything else as JSON. */
  readonly body?: unknown;
  /** Retries only 429 responses; any other failed request may have been executed. */
  readonly sendOnce?: boolean | undefined;
  /** Called when an attempt ends with an unknown outcome. */
  readonly onUncertain?: (() => void) | undefined;
  /** Called with the headers of a successful response. */
  readonly onHeaders?: ((headers: ResponseHeaders) => void) | undefined;
}

export type ResponseHeaders = HttpResponse["headers"];

/** Sends requests to one origin and retries temporary failures. */
export class Transport {
  readonly origin: string;
  readonly #connections: Connections;
  readonly #options: TransportOptions;

  constructor(origin: string, options: TransportOptions) {
    this.origin = origin;
    this.#connections = new Connections(origin, options.maxConcurrent, options.ca);
    this.#options = options;
  }

  /** Returns the parsed response body, undefined if it is empty. Throws PlatformError for any unsuccessful response. */
  async send(
    { method, path, headers, body, responseType, sendOnce, onUncertain, onHeaders }: JsonRequest,
    deadline: Deadline,
  ): Promise<unknown> {
    const request: HttpRequest = { method, path, responseType, ...withBody(headers, body) };
    const { retry } = this.#options;
    for (let attempt = 1; ; attempt++) {
      deadline.signal.throwIfAborted();
      const outcome = await this.#attempt(request, attempt, deadline.signal).catch((error: unknown) => {
        // The request was sent, but waiting for the response was aborted.
        onUncertain?.();
        throw error;
      });
      if (!outcome.error) {
        onHeaders?.(outcome.headers);
        return outcome.body;
      }
      const { error } = outcome;
      if (isUncertain(error)) onUncertain?.();
      // NOT_FOUND on a retried deletion means that an earlier attempt deleted the resource.
      if (method === "DELETE" && attempt > 1 && error.code === "NOT_FOUND") return undefined;
      if (attempt >= retry.attempts || !isRetryable(error) || (sendOnce && error.http !== 429)) throw error;
      const pause = retryDelay(attempt + 1, retry, outcome.pauseMs);
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
    const started = performance.now();
    const grace = request.method === "GET" ? { signal, done: () => {} } : withGracePeriod(signal);
    try {
      const response = await this.#connections.send(request, grace.signal);
      const { status, headers } = response;
      const milliseconds = Math.round(performance.now() - started);
      hooks?.onResponse?.({ ...event, status, milliseconds, requestId: headers["x-request-id"]?.toString() });
      return this.#read(response, request, attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PlatformError)) throw error;
      if (error.code !== "UNAVAILABLE") return { error };
      return { error: error.withMessage(`${error.message} (${this.#requestLine(request)}${attemptsSuffix(attempt)})`) };
    } finally {
      grace.done();
    }
  }

  #read(answer: HttpResponse, request: HttpRequest, attempt: number): Outcome {
    const { status, headers, body: text } = answer;
    const isSuccess = status >= 200 && status < 300;
    const body = isSuccess && request.responseType === "text" ? text : parseJson(text);
    if (isSuccess && body !== notJson) return { body, headers };
    const description = `${this.#requestLine(request)} returned ${describe(answer, request)}${attemptsSuffix(attempt)}`;
    if (isSuccess) return { error: new PlatformError("UNKNOWN", `${description}; expected JSON`) };
    const error = PlatformError.fromBody(status, body, description);
    return { error, pauseMs: requestedDelay(headers["retry-after"], error) };
  }

  /** Returns the method and the URL without its query, which may contain secrets. */
  #requestLine({ method, path }: HttpRequest): string {
    return `${method} ${this.origin}${path.split("?", 1)[0]}`;
  }
}

const attemptsSuffix = (attempt: number): string => (attempt > 1 ? ` after ${attempt} attempts` : "");

/** The maximum number of body characters in an error. */
const MAX_SHOWN = 200;

/** Describes a response as `503 (text/html): "<html>…"`, which shows whether a proxy or the service sent it. */
function describe({ status, headers, body }: HttpResponse, request: HttpRequest): string {
  const type = [headers["content-type"]].flat()[0]?.split(";", 1)[0]?.trim();
  const text = withoutSecrets(body, request).replace(/\s+/g, " ").trim();
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return `${status} (${type || "no content type"})${shown ? `: ${JSON.stringify(shown)}` : " with an empty body"}`;
}

/** Redacts tokens: a server may echo the request in its response. */
function withoutSecrets(text: string, { headers }: HttpRequest): string {
  const sent = headers.authorization?.replace(/^Bearer /, "");
  const known = sent ? text.replaceAll(sent, "[token]") : text;
  return known.replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, "[token]");
}

function withBody(headers: HttpRequest["headers"], body: unknown): Pick<HttpRequest, "headers" | "body"> {
  if (body === undefined) return { headers };
  if (body instanceof URLSearchParams)
    return { headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: body.toString() };
  return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Reports whether the service may have executed a failed request: it was reached and did not reject it. */
const isUncertain = (error: PlatformError): boolean => error.http >= 500 && !wasNotSent(error);

/** System error codes for failed connections, where nothing was sent. */
const connectErrorCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|TLS/;

const wasNotSent = ({ cause }: Error): boolean =>
  cause instanceof Error &&
  (certificateProblem(cause) !== undefined || connectErrorCodes.test(errorCode(cause)) || wasNotSent(cause));

type Outcome =
  | { readonly error?: undefined; readonly body: unknown; readonly headers: ResponseHeaders }
  | { readonly error: PlatformError; readonly pauseMs?: number | undefined };

const notJson = Symbol("not JSON");

function parseJson(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}
