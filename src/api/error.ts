import { formatPath, objectOrEmpty, type Violation } from "../model";

/** The codes of google.rpc.Code, with their numbers and HTTP statuses. */
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

/** The keys of an object that has no others. */
const names = Object.keys(codes) as Code[];

const codeFromNumber = (number: unknown): Code | undefined => names.find((name) => codes[name].number === number);

/** Codes for HTTP statuses that map to several codes or to none; used if a server or gateway sends no code. */
const codesByHttp: Readonly<Record<number, Code>> = { 405: "UNIMPLEMENTED", 500: "INTERNAL", 502: "UNAVAILABLE" };

const codeFromHttp = (status: number): Code =>
  codesByHttp[status] ?? names.find((name) => codes[name].http === status) ?? (status >= 500 ? "INTERNAL" : "UNKNOWN");

const TYPE_URL = "type.googleapis.com/google.rpc.";

/** A typed error detail as in AIP-193; `@type` names its message. */
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

/** The JSON body of an error. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly Detail[];
}

interface ErrorOptions {
  readonly details?: readonly Detail[];
  /** The HTTP status, if it differs from the code's: unknown methods. */
  readonly http?: number;
  /** The metadata of ErrorInfo. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * The error type of client and service: a code from a closed list, a human-readable message, and machine-readable
 * details.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: Code;
  /** The HTTP status of the response. */
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

  /** Returns the first detail of a type: `error.detail("BadRequest")?.fieldViolations`. */
  detail<T extends string>(type: T): Extract<Detail, { "@type": `${typeof TYPE_URL}${T}` }> | undefined {
    return this.details.find((detail) => detail["@type"] === `${TYPE_URL}${type}`) as
      | Extract<Detail, { "@type": `${typeof TYPE_URL}${T}` }>
      | undefined;
  }

  /** Returns the JSON body; `domain` is that of the responding service, such as `iam.example.com`. */
  toBody(domain: string): ErrorBody {
    const metadata = Object.keys(this.metadata).length > 0 ? { metadata: this.metadata } : {};
    const info: Detail = { "@type": `${TYPE_URL}ErrorInfo`, reason: this.code, domain, ...metadata };
    return { code: codes[this.code].number, message: this.message, details: [info, ...this.details] };
  }

  /** Returns a copy with a different message and, optionally, code; this error becomes its cause. */
  withMessage(message: string, code: Code = this.code): PlatformError {
    const { http, details, metadata } = this;
    return new PlatformError(code, message, { http, details, metadata, cause: this });
  }

  /**
   * Parses an error body. Any other body becomes an error with the code of the HTTP status and `fallbackMessage` as its
   * message. A 404 without an error body becomes UNKNOWN: a proxy sent it, so it does not prove that the resource does
   * not exist.
   */
  static fromBody(http: number, body: unknown, fallbackMessage = `HTTP ${http} without an error body`): PlatformError {
    const { code, message, details: given } = objectOrEmpty(body);
    // A service's error details are typed messages; their members are optional for every reader.
    const details: readonly Detail[] = Array.isArray(given) ? given : [];
    const known = codeFromNumber(code) ?? (http === 404 ? "UNKNOWN" : codeFromHttp(http));
    const text = typeof message === "string" && message !== "" ? message : fallbackMessage;
    const info = details.find((detail) => detail["@type"] === `${TYPE_URL}ErrorInfo`);
    return new PlatformError(known, text, {
      http,
      details,
      metadata: info && "metadata" in info ? (info.metadata ?? {}) : {},
    });
  }
}

/** Returns the code of an error of Node.js, a library or a database; empty if it has none. */
export function errorCode(error: unknown): string {
  const { code } = objectOrEmpty(error);
  return typeof code === "string" ? code : "";
}

/** Returns the message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  const { message } = objectOrEmpty(error);
  return typeof message === "string" ? message : String(error);
}

/** The maximum number of violations in an error, so that a response is not many times larger than its request. */
const MAX_VIOLATIONS = 100;

/** Creates an error for invalid fields of a request. Lists at most 100 violations. */
export function invalidArgument(...violations: readonly (Violation | readonly Violation[])[]): PlatformError {
  const fieldViolations = violations
    .flat()
    .slice(0, MAX_VIOLATIONS)
    .map(({ path, problem }) => ({
      field: formatPath(path),
      description: `${formatPath(path)} ${problem}`,
    }));
  const message = fieldViolations.map(({ field, description }) => `${field}: ${description}`).join("; ");
  return new PlatformError("INVALID_ARGUMENT", `Invalid argument: ${message}`, {
    details: [{ "@type": `${TYPE_URL}BadRequest`, fieldViolations }],
  });
}

/** Creates an error for a resource that does not exist or is hidden from the caller. */
export function notFound(resourceType: string, uid: string): PlatformError {
  return new PlatformError("NOT_FOUND", `Not found: ${resourceType} ${uid}`, {
    details: [{ "@type": `${TYPE_URL}ResourceInfo`, resourceType, resourceName: uid }],
  });
}

/** Creates an error for a resource that already exists; `uid` names it. */
export function alreadyExists(resourceType: string, uid: string, problem: string): PlatformError {
  return new PlatformError("ALREADY_EXISTS", `Already exists: ${problem}`, {
    details: [{ "@type": `${TYPE_URL}ResourceInfo`, resourceType, resourceName: uid }],
  });
}

/**
 * Creates an error for an operation that a resource's state does not allow. `type` is a constant such as
 * RESOURCE_NOT_EMPTY.
 */
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

/** Creates an error for an authenticated caller without a capability; `capability` is its short name. */
export function permissionDenied(capability: string, uid: string): PlatformError {
  return new PlatformError("PERMISSION_DENIED", `Permission denied: ${capability} is required on ${uid}`, {
    metadata: { capability },
  });
}

/** Creates an error for a failed authentication. */
export const unauthenticated = (problem: string): PlatformError =>
  new PlatformError("UNAUTHENTICATED", `Unauthenticated: ${problem}`);

/** Creates the detail that carries the id of the request in the service's log. */
export const requestInfo = (requestId: string): Detail => ({ "@type": `${TYPE_URL}RequestInfo`, requestId });

/** Creates an error that can be retried after the given number of seconds. */
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
