import { PlatformError } from "../../api";
import { withDeadline } from "./deadline";
import { defaultRetry } from "./retry";
import { type JsonRequest, Transport } from "./transport";

/** The timeout of one request, including retries, in milliseconds. */
const TIMEOUT = 60_000;

interface OtherOriginRequest {
  /** Defaults to GET. */
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonRequest["body"];
  readonly responseType?: JsonRequest["responseType"];
  /** For single-use credentials: the request must not reach the service twice. */
  readonly sendOnce?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly ca?: string | undefined;
}

/**
 * Sends a JSON request to another origin, over a connection that is closed afterwards. Throws PlatformError with
 * `failure` as a prefix of the message, because users do not know about this request.
 */
export async function requestOtherOrigin(
  failure: string,
  { method = "GET", url, headers = {}, body, responseType, sendOnce, signal, ca }: OtherOriginRequest,
): Promise<unknown> {
  const { origin, pathname, search } = new URL(url);
  const transport = new Transport(origin, { retry: defaultRetry, maxConcurrent: 1, ca });
  try {
    return await withDeadline(`${method} ${origin}${pathname}`, { timeoutMs: TIMEOUT, signal }, (deadline) =>
      transport.send({ method, path: pathname + search, headers, body, responseType, sendOnce }, deadline),
    );
  } catch (error) {
    throw error instanceof PlatformError ? error.withMessage(`${failure} (${origin}): ${error.message}`) : error;
  } finally {
    await transport.close();
  }
}
