import { dotted, type Violation } from "../model";

/** The codes of google.rpc.Code, their numbers, and the HTTP statuses that go with them. */
export const codes = {
  CANCELLED: { number: 1, http: 499 },
  UNKNOWN: { number: 2, http: 500 },
  INVALID_ARGUMENT: { number: 3, http: 400 },
  DEADLINE_EXCEEDED: { number: 4, http: 504 },
  NOT_FOUND: { number: 5, http: 404 },
  ALREADY_EXISTS: { number: 6, http: 409 },
  PERMISSION_DENIED: { number: 7, http: 403 },
  RESOURCE_EXHAUSTED: { number: 8, http: 429 },
  FAILED_PRECONDITION: { number: 9, http: 400 },
  ABORTED: { number: 10, http: 409 },
  OUT_OF_RANGE: { number: 11, http: 400 },
  UNIMPLEMENTED: { number: 12, http: 501 },
  INTERNAL: { number: 13, http: 500 },
  UNAVAILABLE: { number: 14, http: 503 },
  DATA_LOSS: { number: 15, http: 500 },
  UNAUTHENTICATED: { number: 16, http: 401 },
} as const;

export type Code = keyof typeof codes;

const names = Object.keys(codes) as Code[];

export const codeFromNumber = (number: unknown): Code | undefined =>
  names.find((name) => codes[name].number === number);

/** What statuses stand for that several codes have, or none: those of servers and gateways that know no codes. */
const ofHttp: Readonly<Record<number, Code>> = { 405: "UNIMPLEMENTED", 500: "INTERNAL", 502: "UNAVAILABLE" };

const codeFromHttp = (status: number): Code =>
  ofHttp[status] ?? names.find((name) => codes[name].http === status) ?? (status >= 500 ? "INTERNAL" : "UNKNOWN");

const TYPE_URL = "type.googleapis.com/google.rpc.";

/** A typed detail of an error, as in AIP-193; `@type` names its message. */
export type Detail =
  | {
      readonly "@type": `${typeof TYPE_URL}ErrorInfo`;
      readonly reason: string;
      readonly domain: string;
      readonly metadata?: Readonly<Record<string, string>>;
    }
  | {
      readonly "@type": `${typeof TYPE_URL}BadRequest`;
      readonly fieldViolations: readonly { readonly field: string; readonly description: string }[];
    }
  | {
      readonly "@type": `${typeof TYPE_URL}PreconditionFailure`;
      readonly violations: readonly {
        readonly type: string;
        readonly subject?: string;
        readonly description: string;
      }[];
    }
  | { readonly "@type": `${typeof TYPE_URL}ResourceInfo`; readonly resourceType: string; readonly resourceName: string }
  | { readonly "@type": `${typeof TYPE_URL}RequestInfo`; readonly requestId: string }
  | { readonly "@type": `${typeof TYPE_URL}RetryInfo`; readonly retryDelay: string };

/** An error's body on the wire. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly Detail[];
}

interface ErrorOptions {
  readonly details?: readonly Detail[];
  /** Where the HTTP status is not the code's own: unknown methods. */
  readonly http?: number;
  /** What ErrorInfo says beside the reason. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The one error of client and service: a code from a closed list, a message for people, typed details for programs. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: Code;
  /** The HTTP status that the error was, or is to be, answered with. */
  readonly http: number;
  readonly details: readonly Detail[];
  readonly metadata: Readonly<Record<string, string>>;

  constructor(code: Code, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.http = options.http ?? codes[code].http;
    this.details = options.details ?? [];
    this.metadata = options.metadata ?? {};
  }

  /** The first detail of a type: `error.detail("BadRequest")?.fieldViolations`. */
  detail<T extends string>(type: T): Extract<Detail, { "@type": `${typeof TYPE_URL}${T}` }> | undefined {
    return this.details.find((detail) => detail["@type"] === `${TYPE_URL}${type}`) as
      | Extract<Detail, { "@type": `${typeof TYPE_URL}${T}` }>
      | undefined;
  }

  /** The error as it goes over the wire; `domain` is the answering service's, such as `iam.example.com`. */
  toBody(domain: string): ErrorBody {
    const metadata = Object.keys(this.metadata).length > 0 ? { metadata: this.metadata } : {};
    const info: Detail = { "@type": `${TYPE_URL}ErrorInfo`, reason: this.code, domain, ...metadata };
    return { code: codes[this.code].number, message: this.message, details: [info, ...this.details] };
  }

  /** The same in other words, or with another code too; this one is its cause. */
  reworded(message: string, code: Code = this.code): PlatformError {
    const { http, details, metadata } = this;
    return new PlatformError(code, message, { http, details, metadata, cause: this });
  }

  /**
   * Reads an error's body; anything that is not one becomes an error that says so, with the code that the HTTP status
   * stands for, and `otherwise` for its message. A bare 404 stands for none: whatever answers so is not the service, and
   * cannot know what is gone.
   */
  static fromBody(http: number, body: unknown, otherwise = `HTTP ${http} without an error body`): PlatformError {
    const { code, message, details } = (typeof body === "object" && body !== null ? body : {}) as Partial<
      Record<keyof ErrorBody, unknown>
    >;
    const known = codeFromNumber(code) ?? (http === 404 ? "UNKNOWN" : codeFromHttp(http));
    const text = typeof message === "string" && message !== "" ? message : otherwise;
    const info = Array.isArray(details)
      ? (details as Detail[]).find((detail) => detail["@type"] === `${TYPE_URL}ErrorInfo`)
      : undefined;
    return new PlatformError(known, text, {
      http,
      details: Array.isArray(details) ? (details as Detail[]) : [],
      metadata: info && "metadata" in info ? (info.metadata ?? {}) : {},
    });
  }
}

/** The most violations that one error names: an answer must not be many times as long as what was sent. */
const MAX_VIOLATIONS = 100;

/** One or more fields of a request are wrong. Beyond a hundred, the others show once these are mended. */
export function invalidArgument(...violations: readonly (Violation | readonly Violation[])[]): PlatformError {
  const fieldViolations = violations
    .flat()
    .slice(0, MAX_VIOLATIONS)
    .map(({ path, problem }) => ({
      field: dotted(path),
      description: `${dotted(path)} ${problem}`,
    }));
  const message = fieldViolations.map(({ field, description }) => `${field}: ${description}`).join("; ");
  return new PlatformError("INVALID_ARGUMENT", `Invalid argument: ${message}`, {
    details: [{ "@type": `${TYPE_URL}BadRequest`, fieldViolations }],
  });
}

/** There is no such resource, or none that the caller may see. */
export function notFound(resourceType: string, uid: string): PlatformError {
  return new PlatformError("NOT_FOUND", `Not found: ${resourceType} ${uid}`, {
    details: [{ "@type": `${TYPE_URL}ResourceInfo`, resourceType, resourceName: uid }],
  });
}

/** What would be made is there already; `uid` names it. */
export function alreadyExists(resourceType: string, uid: string, problem: string): PlatformError {
  return new PlatformError("ALREADY_EXISTS", `Already exists: ${problem}`, {
    details: [{ "@type": `${TYPE_URL}ResourceInfo`, resourceType, resourceName: uid }],
  });
}

/** The state of a resource forbids the operation. `type` is a constant such as RESOURCE_NOT_EMPTY. */
export function failedPrecondition(type: string, description: string, subject?: string): PlatformError {
  return new PlatformError("FAILED_PRECONDITION", `Precondition failed: ${description}`, {
    details: [
      {
        "@type": `${TYPE_URL}PreconditionFailure`,
        violations: [{ type, ...(subject ? { subject } : {}), description }],
      },
    ],
  });
}

/** The caller is known and lacks a capability at the resource; `capability` is its short name. */
export function permissionDenied(capability: string, uid: string): PlatformError {
  return new PlatformError("PERMISSION_DENIED", `Permission denied: ${capability} is needed at ${uid}`, {
    metadata: { capability },
  });
}

/** The caller is not known. */
export const unauthenticated = (problem: string): PlatformError =>
  new PlatformError("UNAUTHENTICATED", `Unauthenticated: ${problem}`);

/** Which request failed, by the id under which the service logged it. */
export const requestInfo = (requestId: string): Detail => ({ "@type": `${TYPE_URL}RequestInfo`, requestId });

/** Worth trying again after the given seconds. */
export function retryLater(
  code: "UNAVAILABLE" | "RESOURCE_EXHAUSTED",
  message: string,
  seconds: number,
  cause?: unknown,
): PlatformError {
  return new PlatformError(code, message, {
    ...(cause === undefined ? {} : { cause }),
    details: [{ "@type": `${TYPE_URL}RetryInfo`, retryDelay: `${seconds}s` }],
  });
}
