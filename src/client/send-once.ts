import { PlatformError } from "../api";
import { withDeadline } from "./deadline";
import { defaultRetry } from "./retry";
import { Transport } from "./transport";

/** How long one such request may take, with all retries, in milliseconds. */
const TIMEOUT = 60_000;

/**
 * Gets JSON from somewhere that is asked too rarely to keep a connection. Throws PlatformError, its message led by
 * `failure`: whoever reads it asked for something else, and did not know of this request.
 */
export async function sendOnce(
  failure: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<unknown> {
  const { origin, pathname, search } = new URL(url);
  const transport = new Transport(origin, { retry: defaultRetry, maxConcurrent: 1 });
  try {
    return await withDeadline(`GET ${origin}${pathname}`, { timeoutMs: TIMEOUT, signal }, (deadline) =>
      transport.send({ method: "GET", path: pathname + search, headers }, deadline),
    );
  } catch (error) {
    throw error instanceof PlatformError ? led(`${failure} (${origin})`, error) : error;
  } finally {
    await transport.close();
  }
}

function led(by: string, error: PlatformError): PlatformError {
  const { code, http, details, metadata } = error;
  return new PlatformError(code, `${by}: ${error.message}`, { http, details, metadata, cause: error });
}
