import { type ErrorBody, PlatformError, requestInfo, retryLater } from "../../api";
import type { Domain } from "../../model";
import { errorDetails, type Log } from "./log";

/** What a protocol answers for whatever was thrown. What is not meant for the caller, causes too, goes to the log alone. */
export function reportedError({ log }: { readonly log: Log }, thrown: unknown, requestId: string): PlatformError {
  const error = errorFrom(thrown, requestId);
  if (error !== thrown || error.cause !== undefined)
    log({ level: "error", event: "failed", requestId, ...errorDetails(thrown) });
  return error;
}

/** What keeps the embedded store from its work until an operator, or another program, has done theirs. */
const storeFailures: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "the store is busy with another program",
  SQLITE_FULL: "the store has no space left",
  SQLITE_IOERR: "the store cannot be read or written",
  SQLITE_READONLY: "the store can only be read",
};

function errorFrom(thrown: unknown, requestId: string): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  const { code = "" } = (thrown ?? {}) as { code?: unknown };
  const passing = Object.entries(storeFailures).find(([known]) => String(code).startsWith(known));
  if (passing) return retryLater("UNAVAILABLE", `Unavailable: ${passing[1]}`, 1);
  // Whoever tells the operator of it can name the line of the log.
  return new PlatformError("INTERNAL", "Internal error", { details: [requestInfo(requestId)] });
}

/** When a request may be sent again, as HTTP says it. */
export function retryHeaders(error: PlatformError): Record<string, string> {
  const retry = error.detail("RetryInfo");
  return retry ? { "retry-after": String(Number.parseInt(retry.retryDelay, 10)) } : {};
}

/** An error's body; its domain is that of a part of the service, at the host of base_url. */
export const errorBody = (
  { baseUrl }: { readonly baseUrl: () => string },
  error: PlatformError,
  domain: Domain,
): ErrorBody => error.toBody(`${domain}.${new URL(baseUrl()).hostname}`);
