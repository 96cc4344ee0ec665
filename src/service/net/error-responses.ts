import { type ErrorBody, errorCode, PlatformError, requestInfo, retryLater } from "../../api";
import type { Domain } from "../../model";
import { errorDetails, type Log } from "./log";

/** Converts a thrown value to the error in the response. Causes and unexpected errors are only logged. */
export function reportedError({ log }: { readonly log: Log }, thrown: unknown, requestId: string): PlatformError {
  const error = errorFrom(thrown, requestId);
  if (error !== thrown || error.cause !== undefined)
    log({ level: "error", event: "request failed", requestId, ...errorDetails(thrown) });
  return error;
}

/** Failures of the embedded store that an operator or another program must resolve. */
const storeFailures: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "another process has locked the store",
  SQLITE_FULL: "the store has no space left",
  SQLITE_IOERR: "the store cannot be read or written",
  SQLITE_READONLY: "the store is read-only",
};

function errorFrom(thrown: unknown, requestId: string): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  const code = errorCode(thrown);
  const storeFailure = Object.entries(storeFailures).find(([known]) => code.startsWith(known));
  if (storeFailure) return retryLater("UNAVAILABLE", `Unavailable: ${storeFailure[1]}`, 1);
  // Includes the request id, by which an operator can find the log line.
  return new PlatformError("INTERNAL", "Internal error", { details: [requestInfo(requestId)] });
}

/** Returns the Retry-After header of an error that can be retried. */
export function retryHeaders(error: PlatformError): Record<string, string> {
  const retry = error.detail("RetryInfo");
  return retry ? { "retry-after": String(Number.parseInt(retry.retryDelay, 10)) } : {};
}

/** Returns an error's body. Its domain is a part of the service at the host of base_url. */
export const errorBody = (
  { baseUrl }: { readonly baseUrl: () => string },
  error: PlatformError,
  domain: Domain,
): ErrorBody => error.toBody(`${domain}.${new URL(baseUrl()).hostname}`);
