import { PlatformError } from "../../api";
import { withDeadline } from "./deadline";
import { defaultRetry } from "./retry";
import { type JsonRequest, Transport } from "./transport";

/** How long one such request may take, with all retries, in milliseconds. */
const TIMEOUT = 60_000;

interface Elsewhere {
  /** GET, unless given. */
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonRequest["body"];
  /** For what works once: it must not reach the service twice. */
  readonly sendOnce?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly ca?: string | undefined;
}

/**
 * Asks somewhere that is asked too rarely to keep a connection, for JSON. Throws PlatformError, its message led by
 * `failure`: whoever reads it asked for something else, and did not know of this request.
 */
export async function askElsewhere(
  failure: string,
  { method = "GET", url, headers = {}, body, sendOnce, signal, ca }: Elsewhere,
): Promise<unknown> {
  const { origin, pathname, search } = new URL(url);
  const transport = new Transport(origin, { retry: defaultRetry, maxConcurrent: 1, ca });
  try {
    return await withDeadline(`${method} ${origin}${pathname}`, { timeoutMs: TIMEOUT, signal }, (deadline) =>
      transport.send({ method, path: pathname + search, headers, body, sendOnce }, deadline),
    );
  } catch (error) {
    throw error instanceof PlatformError ? error.reworded(`${failure} (${origin}): ${error.message}`) : error;
  } finally {
    await transport.close();
  }
}
