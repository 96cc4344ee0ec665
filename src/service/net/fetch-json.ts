import { type LookupAddress, lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopbackHost } from "../../model";
import { isPublicAddress } from "./public-addresses";

/** The request besides its URL; with `form` it is a POST. */
export interface FetchRequest {
  readonly form?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The URL of the document that named this one. Only a document of an allowed private host may name private addresses.
   */
  readonly namedBy?: string;
  /** The organization whose issuer is contacted. An organization with slow issuers must not affect others. */
  readonly organization?: string | undefined;
  /** Whether an unverified token chose the issuer, restricted only by a pattern of the organization. */
  readonly byPattern?: boolean;
}

/** Fetches a JSON document. Rejects with a {@link FetchError}. */
export type FetchJson = (url: string, request?: FetchRequest) => Promise<unknown>;

/** A failed fetch. The message contains the URL, but no part of the response. */
export class FetchError extends Error {
  override readonly name = "FetchError";

  constructor(
    message: string,
    /** Whether the same request may succeed later. */
    readonly temporary = true,
    /** The response's status, if there was one. */
    readonly status?: number,
    /** The `error` of an OAuth error response, such as invalid_grant. */
    readonly problem?: string,
  ) {
    super(message);
  }
}

/** A request that was not sent because of the limit of concurrent requests. */
export class FetchLimitError extends FetchError {}

export interface FetchOptions {
  /** Allows plain http on loopback, and https to private addresses. */
  readonly dev: boolean;
  /** Hosts that may have private addresses, with a port unless it is 443: `login.corp.example.com:8443`. */
  readonly privateHosts?: readonly string[] | undefined;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** The maximum numbers of concurrent requests, in total and per organization. */
const MAX_REQUESTS = 64;
const MAX_PER_ORGANIZATION = 8;
/**
 * Of these, the maximum for issuers chosen by a token, which leaves room for logins and issuers that are named
 * literally.
 */
const MAX_REQUESTS_BY_PATTERN = 32;
const MAX_PER_ORGANIZATION_BY_PATTERN = 4;
/** The accepted OAuth errors: short codes, which are safe to log and to show. */
export const isOAuthError = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text);
const FORM = "application/x-www-form-urlencoded";

/**
 * Returns a function that fetches untrusted URLs safely: only https, only public addresses unless an operator allows
 * otherwise (checked in the lookup for the connection, so that the name cannot change in between), no redirects, and
 * bounded in time, size and number. All outgoing requests of the service use it.
 */
export function jsonFetcher({ dev, privateHosts = [] }: FetchOptions): FetchJson {
  const isPrivate = (url: string) => privateHosts.includes(new URL(url).host);
  const running: FetchRequest[] = [];
  return (address, request = {}) => {
    if (!URL.canParse(address)) return reject(address, "it is not a URL");
    const url = new URL(address);
    if (url.username || url.password) return reject(`a URL of ${url.host}`, "it contains credentials");
    const isPublicOnly = !dev && !(isPrivate(address) && isPrivate(request.namedBy ?? address));
    const problem = problemWith(url, dev, isPublicOnly);
    if (problem) return reject(address, problem);
    if (!hasRoom(running, request))
      return Promise.reject(
        new FetchLimitError(`${url.host} cannot be contacted: too many concurrent requests to issuers`),
      );
    running.push(request);
    return send(url, request, isPublicOnly ? publicLookup : undefined).finally(() => {
      running.splice(running.indexOf(request), 1);
    });
  };
}

/**
 * Returns whether there is room for another request of its organization and kind. An organization may use at most the
 * remaining room, so that a few of them cannot use all of it.
 */
function hasRoom(running: readonly FetchRequest[], { organization, byPattern }: FetchRequest): boolean {
  const fits = (all: readonly FetchRequest[], most: number, mostOfOne: number) =>
    all.filter((each) => each.organization === organization).length < Math.min(mostOfOne, most - all.length);
  return (
    fits(running, MAX_REQUESTS, MAX_PER_ORGANIZATION) &&
    (!byPattern ||
      fits(
        running.filter((each) => each.byPattern),
        MAX_REQUESTS_BY_PATTERN,
        MAX_PER_ORGANIZATION_BY_PATTERN,
      ))
  );
}

/**
 * Returns why secrets must not be sent to a URL, or undefined: only https is allowed, and plain http on loopback with
 * `dev`.
 */
export function transportProblem({ protocol, hostname }: URL, dev: boolean): string | undefined {
  if (protocol === "https:" || (protocol === "http:" && dev && isLoopbackHost(hostname))) return undefined;
  return dev ? "it must use https, or http on loopback" : "it must use https";
}

const reject = (what: string, problem: string) =>
  Promise.reject(new FetchError(`${what} cannot be fetched: ${problem}`, false));

function problemWith(url: URL, dev: boolean, isPublicOnly: boolean): string | undefined {
  const problem = transportProblem(url, dev);
  if (problem) return problem;
  // Sockets look up only names, so a literal address must be checked here.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  return isPublicOnly && isIP(literal) !== 0 && !isPublicAddress(literal) ? NOT_PUBLIC : undefined;
}

const NOT_PUBLIC = "its address is not public";

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const first = addresses?.[0];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "");
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new Error(NOT_PUBLIC), "");
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

function send(url: URL, { form, headers }: FetchRequest, lookup: LookupFunction | undefined): Promise<unknown> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // Omits the query, which may be confidential.
    const where = `${url.origin}${url.pathname}`;
    const fail = (problem: string, status?: number, error?: string) =>
      reject(new FetchError(`${where} could not be fetched: ${problem}`, problem !== NOT_PUBLIC, status, error));
    const options = {
      method: form ? "POST" : "GET",
      headers: { accept: "application/json", ...(form ? { "content-type": FORM } : {}), ...headers },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const sent = request(url, { ...options, ...(lookup ? { lookup } : {}) }, (response) => {
      const { statusCode } = response;
      const isRefusal = statusCode !== 200;
      // Only the response to a rejected form is read, for its OAuth error.
      if (isRefusal && !(form && statusCode && statusCode >= 400 && statusCode < 500)) {
        response.destroy();
        return fail(`it returned ${statusCode}`, statusCode);
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) response.destroy(new Error("it is larger than 1 MiB"));
        else chunks.push(chunk);
      });
      response.on("error", (error) => fail(reason(error)));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        if (isRefusal) return fail(`it returned ${statusCode}`, statusCode, problemIn(text));
        try {
          resolve(JSON.parse(text));
        } catch {
          fail("it is not JSON");
        }
      });
    });
    sent.on("error", (error) => fail(reason(error)));
    // The only event for a response that switches protocols.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail("its response is not HTTP");
    });
    sent.end(form?.toString());
  });
}

/** Returns the `error` of an OAuth error response. */
function problemIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    return typeof error === "string" && isOAuthError(error) ? error : undefined;
  } catch {
    return undefined;
  }
}

const reason = (error: Error & { code?: string }): string =>
  error.name === "AbortError" || error.name === "TimeoutError"
    ? "it did not respond within 5 seconds"
    : (error.code ?? error.message);
