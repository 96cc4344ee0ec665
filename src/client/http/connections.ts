import type { Dispatcher } from "undici";
import { PlatformError } from "../../api";
import { authoritiesOf } from "./authorities";
import { certificateProblem } from "./certificate-problem";
import { proxyFor } from "./proxy";

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
  readonly #ca: string | undefined;
  #way: Way | undefined;
  #closing: Promise<void> | undefined;

  /** `ca` is what is trusted beside the usual authorities; that of the environment, unless given. */
  constructor(origin: string, limit: number, ca?: string) {
    this.#origin = origin;
    this.#limit = limit;
    this.#ca = ca;
  }

  /** Sends once. Throws PlatformError UNAVAILABLE where no answer came, and the signal's reason when it is aborted. */
  async send({ method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    if (this.#closing) throw new PlatformError("CANCELLED", "The client was closed");
    this.#way ??= wayTo(new URL(this.#origin), this.#limit, this.#ca);
    const { dispatcher, request, by } = this.#way;
    try {
      const options = { origin: this.#origin, method, path, headers, body: body ?? null, signal };
      const answer = await request.call(dispatcher, options);
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    } catch (error) {
      signal.throwIfAborted();
      throw failure(`${this.#origin}${by}`, error as NodeJS.ErrnoException);
    }
  }

  /** Waits for what is under way; a second time, for the same. */
  close(): Promise<void> {
    this.#closing ??= this.#way?.dispatcher.close() ?? Promise.resolve();
    return this.#closing;
  }
}

/** How requests reach an origin. */
interface Way {
  readonly dispatcher: Dispatcher;
  readonly request: Dispatcher["request"];
  /** What errors add to the origin's name. */
  readonly by: string;
}

/**
 * undici's parts are loaded at the first request, for many a process of the provider makes none, and without the index
 * that would load all the rest: that takes three times as long. `require`, unlike `import()`, also runs under Jest.
 */
function wayTo(origin: URL, limit: number, givenCa: string | undefined): Way {
  // The caller's signal bounds the whole call, so undici's own timeouts are off.
  const options = { connections: limit, headersTimeout: 0, bodyTimeout: 0 };
  const ca = origin.protocol === "https:" ? (givenCa ?? authoritiesOf(process.env)) : undefined;
  // Given any, Node.js trusts no others.
  const tls = ca === undefined ? undefined : { ca: [...rootCertificates(), ca] };
  const proxy = proxyFor(origin, process.env);
  const request: Dispatcher["request"] = require("undici/lib/api/api-request.js");
  if (proxy) {
    // The agent asks its own parts for what only the index gives them.
    const { ProxyAgent }: typeof import("undici") = require("undici");
    const dispatcher = new ProxyAgent({
      ...options,
      uri: proxy.href,
      proxyTunnel: origin.protocol === "https:",
      ...(tls ? { requestTls: tls, proxyTls: tls } : {}),
    });
    return { dispatcher, request, by: ` through ${proxy.origin}` };
  }
  const Pool: typeof import("undici").Pool = require("undici/lib/dispatcher/pool.js");
  return { dispatcher: new Pool(origin, { ...options, ...(tls ? { connect: tls } : {}) }), request, by: "" };
}

const rootCertificates = () => (require("node:tls") as typeof import("node:tls")).rootCertificates;

/** undici's messages name headers, never their values. */
function failure(where: string, error: NodeJS.ErrnoException): PlatformError {
  if (error.code === "UND_ERR_INVALID_ARG")
    return new PlatformError("INVALID_ARGUMENT", `Invalid argument: ${error.message}`, { cause: error });
  const advice =
    certificateProblem(error) === "untrusted"
      ? "; set ca_file or PLATFORM_CA_FILE to a PEM file with the certificate of the authority that signed the server's"
      : "";
  const message = `Cannot reach ${where}: ${error.message || error.code}${advice}`;
  return new PlatformError("UNAVAILABLE", message, { cause: error });
}
