import type { Dispatcher } from "undici";
import { errorCode, errorMessage, PlatformError } from "../../api";
import { caFromEnvironment } from "./certificate-authorities";
import { certificateProblem } from "./certificate-problem";
import { proxyFor, proxyVariables } from "./proxy";
import type { HttpRequest, HttpResponse, Route } from "./route";

/** Keep-alive HTTP/1.1 connections to one origin. Requests beyond the limit wait for a free connection. */
export class Connections {
  readonly #origin: string;
  readonly #limit: number;
  readonly #ca: string | undefined;
  #route: Promise<Route> | undefined;
  #closing: Promise<void> | undefined;

  /** `ca` is trusted in addition to the default CAs; defaults to the environment's. */
  constructor(origin: string, limit: number, ca?: string) {
    this.#origin = origin;
    this.#limit = limit;
    this.#ca = ca;
  }

  /**
   * Sends a request once. Throws PlatformError UNAVAILABLE if there is no response, and the signal's reason if it is
   * aborted.
   */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    if (this.#closing) throw new PlatformError("CANCELLED", "The client was closed");
    this.#route ??= routeTo(new URL(this.#origin), this.#limit, this.#ca);
    const { send, suffix } = await this.#route;
    try {
      return await send(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw connectionError(`${this.#origin}${suffix}`, error);
    }
  }

  /** Waits for pending requests; repeated calls return the same promise. */
  close(): Promise<void> {
    this.#closing ??= this.#route?.then(({ close }) => close()) ?? Promise.resolve();
    return this.#closing;
  }
}

/** Loads an HTTP client at the first request, because many provider processes send none. */
async function routeTo(origin: URL, limit: number, givenCa: string | undefined): Promise<Route> {
  const { env, versions } = process;
  const ca = origin.protocol === "https:" ? (givenCa ?? caFromEnvironment(env)) : undefined;
  const proxy = proxyFor(origin, env);
  if (versions.bun !== undefined && !proxyVariables.some((name) => env[name]))
    return (await import("./bun-fetch")).bunRoute(origin, limit, ca);
  return undiciRoute(origin, limit, ca, proxy);
}

async function undiciRoute(origin: URL, limit: number, ca: string | undefined, proxy: URL | undefined): Promise<Route> {
  // The caller's signal bounds the whole call, so undici's own timeouts are disabled.
  const options = { connections: limit, headersTimeout: 0, bodyTimeout: 0 };
  // With a `ca` option, Node.js trusts no other CAs.
  const tls = ca === undefined ? undefined : { ca: [...rootCertificates(), ca] };
  const { Pool, request } = await import("./undici");
  const routeThrough = (dispatcher: Dispatcher, suffix = ""): Route => ({
    send: async ({ method, path, headers, body }, signal) => {
      const sent = { origin: origin.origin, method, path, headers, body: body ?? null, signal };
      const answer = await request.call(dispatcher, sent);
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    },
    close: () => dispatcher.close(),
    suffix,
  });
  if (proxy) {
    const { ProxyAgent } = await import("./undici-proxy");
    const dispatcher = new ProxyAgent({
      ...options,
      uri: proxy.href,
      proxyTunnel: origin.protocol === "https:",
      ...(tls ? { requestTls: tls, proxyTls: tls } : {}),
    });
    return routeThrough(dispatcher, ` through ${proxy.origin}`);
  }
  return routeThrough(new Pool(origin, { ...options, ...(tls ? { connect: tls } : {}) }));
}

// Loaded for https alone, because loading it costs every process time.
const rootCertificates = () => (require("node:tls") as typeof import("node:tls")).rootCertificates;

/** undici's messages contain the names of headers, but never their values. */
function connectionError(where: string, error: unknown): PlatformError {
  const [code, message] = [errorCode(error), errorMessage(error)];
  if (code === "UND_ERR_INVALID_ARG")
    return new PlatformError("INVALID_ARGUMENT", `Invalid argument: ${message}`, { cause: error });
  const advice =
    certificateProblem(error) === "untrusted"
      ? "; set ca_file or PLATFORM_CA_FILE to a PEM file with the certificate of the CA that signed the server's certificate"
      : "";
  return new PlatformError("UNAVAILABLE", `Cannot reach ${where}: ${message || code}${advice}`, { cause: error });
}
