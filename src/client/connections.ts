import type { Dispatcher, Pool } from "undici";
import { PlatformError } from "../api";

export interface HttpRequest {
  readonly method: Dispatcher.HttpMethod;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData["headers"];
  readonly body: string;
}

/** Connections to one origin, over HTTP/1.1, kept alive. Requests beyond the limit wait for one to be free. */
export class Connections {
  readonly #origin: string;
  readonly #limit: number;
  #pool: Pool | undefined;
  #closing: Promise<void> | undefined;

  constructor(origin: string, limit: number) {
    this.#origin = origin;
    this.#limit = limit;
  }

  /** Sends once. Throws PlatformError UNAVAILABLE where no answer came, and the signal's reason when it is aborted. */
  async send({ method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    if (this.#closing) throw new PlatformError("CANCELLED", "The client was closed");
    const undici = loadUndici();
    // The caller's signal bounds the whole call, so undici's own timeouts are off.
    this.#pool ??= new undici.Pool(this.#origin, { connections: this.#limit, headersTimeout: 0, bodyTimeout: 0 });
    try {
      const options = { method, path, headers, body: body ?? null, signal };
      const answer = await undici.request.call(this.#pool, options);
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    } catch (error) {
      signal.throwIfAborted();
      throw failure(this.#origin, error as NodeJS.ErrnoException);
    }
  }

  /** Waits for what is under way; a second time, for the same. */
  close(): Promise<void> {
    this.#closing ??= this.#pool?.close() ?? Promise.resolve();
    return this.#closing;
  }
}

/**
 * undici's pool and its request method, without the index that would load all the rest: that takes three times as
 * long, in processes that live for a second. `require`, unlike `import()`, also runs under Jest.
 */
function loadUndici(): { Pool: typeof Pool; request: Dispatcher["request"] } {
  return {
    Pool: require("undici/lib/dispatcher/pool.js"),
    request: require("undici/lib/api/api-request.js"),
  };
}

/** undici's messages name headers, never their values. */
function failure(origin: string, error: NodeJS.ErrnoException): PlatformError {
  if (error.code === "UND_ERR_INVALID_ARG")
    return new PlatformError("INVALID_ARGUMENT", `Invalid argument: ${error.message}`, { cause: error });
  return new PlatformError("UNAVAILABLE", `Cannot reach ${origin}: ${error.message || error.code}`, { cause: error });
}
