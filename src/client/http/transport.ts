import { PlatformError } from "../../api";
import { certificateProblem } from "./certificate-problem";
import { Connections, type HttpAnswer, type HttpRequest } from "./connections";
import { type Deadline, sleep, withLastWord } from "./deadline";
import { pauseBefore, type RetryPolicy, requestedPause, worthRetrying } from "./retry";

/** Told of every request and answer; neither carries secrets. */
export interface Hooks {
  onRequest?(event: RequestEvent): void;
  onResponse?(event: ResponseEvent): void;
  /** Told of every token that was got in exchange. */
  onExchange?(event: ExchangeEvent): void;
}

export interface ExchangeEvent {
  readonly authUrl: string;
  readonly audience: string;
  /** The uid of the identity that was assumed, where it was named. */
  readonly identity: string | undefined;
  /** What the identity token is, and the audience that it was asked for. */
  readonly source: string;
  readonly sourceAudience: string;
  /** Whether another process had left the token. */
  readonly isShared: boolean;
  readonly milliseconds: number;
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
  /** How long it took, with the body. */
  readonly milliseconds: number;
  /** What the service's log calls the request, if the answer says so. */
  readonly requestId: string | undefined;
}

export interface TransportOptions {
  readonly retry: RetryPolicy;
  readonly maxConcurrent: number;
  readonly hooks?: Hooks | undefined;
  /** Certificates of authorities (PEM) that are trusted beside the usual ones. */
  readonly ca?: string | undefined;
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
    this.#connections = new Connections(origin, options.maxConcurrent, options.ca);
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
    const started = performance.now();
    const lastWord = request.method === "GET" ? { signal, done: () => {} } : withLastWord(signal);
    try {
      const answer = await this.#connections.send(request, lastWord.signal);
      const { status, headers } = answer;
      const milliseconds = Math.round(performance.now() - started);
      hooks?.onResponse?.({ ...event, status, milliseconds, requestId: headers["x-request-id"]?.toString() });
      return this.#read(answer, request, attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PlatformError)) throw error;
      if (error.code !== "UNAVAILABLE") return { error };
      return { error: error.reworded(`${error.message} (${this.#named(request)}${attemptsIn(attempt)})`) };
    } finally {
      lastWord.done();
    }
  }

  #read(answer: HttpAnswer, request: HttpRequest, attempt: number): Outcome {
    const { status, headers, body: text } = answer;
    const body = parsed(text);
    if (status >= 200 && status < 300 && body !== notJson) return { body, headers };
    const described = `${this.#named(request)} returned ${describe(answer, request)}${attemptsIn(attempt)}`;
    if (status >= 200 && status < 300) return { error: new PlatformError("UNKNOWN", `${described}; expected JSON`) };
    const error = PlatformError.fromBody(status, body, described);
    return { error, pauseMs: requestedPause(headers["retry-after"], error) };
  }

  /** The method and the URL without its query, which may hold secrets. */
  #named({ method, path }: HttpRequest): string {
    return `${method} ${this.origin}${path.split("?", 1)[0]}`;
  }
}

const attemptsIn = (attempt: number): string => (attempt > 1 ? ` after ${attempt} attempts` : "");

/** How much of a body is shown, in characters. */
const MAX_SHOWN = 200;

/** `503 (text/html): "<html>…"`: what tells a proxy's answer from the service's. */
function describe({ status, headers, body }: HttpAnswer, request: HttpRequest): string {
  const type = [headers["content-type"]].flat()[0]?.split(";", 1)[0]?.trim();
  const text = withoutSecrets(body, request).replace(/\s+/g, " ").trim();
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return `${status} (${type || "no content type"})${shown ? `: ${JSON.stringify(shown)}` : " with an empty body"}`;
}

/** A server that shows what it was sent must not put a token into an error. */
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

/** Whether the service may have done what it gave no good answer to: it was reached, and did not refuse. */
const isUncertain = (error: PlatformError): boolean => error.http >= 500 && !isUnsent(error);

/** What systems say where no connection could be made, so that nothing was sent. */
const unconnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|TLS/;

const isUnsent = ({ cause }: Error): boolean =>
  cause instanceof Error &&
  (certificateProblem(cause) !== undefined ||
    unconnected.test(String((cause as NodeJS.ErrnoException).code)) ||
    isUnsent(cause));

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
