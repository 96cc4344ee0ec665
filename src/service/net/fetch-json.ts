import { type LookupAddress, lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopbackHost, isPublicAddress } from "./public-addresses";

/** What is sent beside the URL; with a form it is a POST. */
export interface FetchRequest {
  readonly form?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  /** The URL whose answer named this one. One that is not let through to private addresses must not name any. */
  readonly namedBy?: string;
  /** The organization whose issuer it is. One that names slow ones must not keep others from theirs. */
  readonly organization?: string | undefined;
  /** Whether a token that may be forged chose the issuer, which only a pattern of the organization bounds. */
  readonly byPattern?: boolean;
}

/** Gets a JSON document. Rejects with a {@link FetchError}. */
export type FetchJson = (url: string, request?: FetchRequest) => Promise<unknown>;

/** A document that could not be had. The message names the URL and nothing of its answer. */
export class FetchError extends Error {
  override readonly name = "FetchError";

  constructor(
    message: string,
    /** Whether the same request could succeed later. */
    readonly temporary = true,
    /** What was answered, where something was. */
    readonly status?: number,
    /** The `error` of a refusal as OAuth words it, such as invalid_grant. */
    readonly problem?: string,
  ) {
    super(message);
  }
}

/** A request that was not sent, since too many others are under way. */
export class FetchLimitError extends FetchError {}

export interface FetchOptions {
  /** Lets plain http through to this machine, and https to private addresses. */
  readonly dev: boolean;
  /** Hosts, with a port where it is not 443, that may have private addresses: `login.corp.example.com:8443`. */
  readonly privateHosts?: readonly string[] | undefined;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** The most requests at a time, and of one organization; beyond them callers are told to come later. */
const MAX_REQUESTS = 64;
const MAX_OF_ONE = 8;
/** Of these, those whose issuer a token chose: logins and issuers that are named literally have the others. */
const MAX_REQUESTS_BY_PATTERN = 32;
const MAX_OF_ONE_BY_PATTERN = 4;
/** What is kept of the reason of a refusal, in characters. */
const MAX_PROBLEM = 100;
const FORM = "application/x-www-form-urlencoded";

/**
 * Fetches what others name, so nothing about it is trusted: https alone, public addresses alone unless an operator says
 * otherwise (the address is checked where it is looked up to connect, so a name cannot change in between), no
 * redirects, bounded in time, size and number. Every request that the service makes goes through here.
 */
export function jsonFetcher({ dev, privateHosts = [] }: FetchOptions): FetchJson {
  const isPrivate = (url: string) => privateHosts.includes(new URL(url).host);
  const running: FetchRequest[] = [];
  return (address, request = {}) => {
    if (!URL.canParse(address)) return refuse(address, "it is not a URL");
    const url = new URL(address);
    if (url.username || url.password) return refuse(`a URL of ${url.host}`, "it carries credentials");
    const isPublicOnly = !dev && !(isPrivate(address) && isPrivate(request.namedBy ?? address));
    const problem = problemWith(url, dev, isPublicOnly);
    if (problem) return refuse(address, problem);
    if (!hasRoom(running, request))
      return Promise.reject(new FetchLimitError(`${url.host} cannot be asked now: too many others are being asked`));
    running.push(request);
    return send(url, request, isPublicOnly ? publicLookup : undefined).finally(() => {
      running.splice(running.indexOf(request), 1);
    });
  };
}

/**
 * Whether another request fits beside those under way, of its organization and of its kind. An organization may have fewer
 * than there is room for: so a few of them cannot take all of it, and one that has none finds room.
 */
function hasRoom(running: readonly FetchRequest[], { organization, byPattern }: FetchRequest): boolean {
  const fits = (all: readonly FetchRequest[], most: number, mostOfOne: number) =>
    all.filter((each) => each.organization === organization).length < Math.min(mostOfOne, most - all.length);
  return (
    fits(running, MAX_REQUESTS, MAX_OF_ONE) &&
    (!byPattern ||
      fits(
        running.filter((each) => each.byPattern),
        MAX_REQUESTS_BY_PATTERN,
        MAX_OF_ONE_BY_PATTERN,
      ))
  );
}

/** Why a URL is not one that secrets may be sent to, or undefined: https alone, and plain http to this machine with `dev`. */
export function transportProblem({ protocol, hostname }: URL, dev: boolean): string | undefined {
  if (protocol === "https:" || (protocol === "http:" && dev && isLoopbackHost(hostname))) return undefined;
  return dev ? "it is neither https nor on loopback" : "it is not https";
}

const refuse = (what: string, problem: string) =>
  Promise.reject(new FetchError(`${what} is not fetched: ${problem}`, false));

function problemWith(url: URL, dev: boolean, isPublicOnly: boolean): string | undefined {
  const problem = transportProblem(url, dev);
  if (problem) return problem;
  // Sockets look up names only: a literal address never passes the lookup.
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
    // The query may hold what is no one else's business.
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
      // Why a form was refused is in the answer, as OAuth has it; nothing else is read of a refusal.
      if (isRefusal && !(form && statusCode === 400)) {
        response.destroy();
        return fail(`it answered ${statusCode}`, statusCode);
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
        if (isRefusal) return fail(`it answered ${statusCode}`, statusCode, problemIn(text));
        try {
          resolve(JSON.parse(text));
        } catch {
          fail("it is not JSON");
        }
      });
    });
    sent.on("error", (error) => fail(reason(error)));
    // Nothing else tells of an answer that would speak another protocol.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail("it does not answer in HTTP");
    });
    sent.end(form?.toString());
  });
}

/** The `error` of an answer of OAuth, if it is one. */
function problemIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    return typeof error === "string" ? error.slice(0, MAX_PROBLEM) : undefined;
  } catch {
    return undefined;
  }
}

const reason = (error: Error & { code?: string }): string =>
  error.name === "AbortError" || error.name === "TimeoutError"
    ? "it did not answer in 5 seconds"
    : (error.code ?? error.message);
