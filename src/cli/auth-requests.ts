import { requestOtherOrigin } from "../client/http/request-other-origin";

interface AuthRequest {
  /** The operation that failed, for the error message. */
  readonly failure?: string;
  readonly method?: "GET" | "POST";
  readonly parameters?: Readonly<Record<string, string>>;
  readonly bearer?: string;
}

/**
 * Sends one request to the token service, without retries; the parameters of a GET go into its query. Throws
 * PlatformError.
 */
export async function requestAuth<T>(url: string, request: AuthRequest): Promise<T> {
  const { failure = "Cannot log in", method = "POST", parameters = {}, bearer } = request;
  const form = new URLSearchParams(parameters);
  const response = await requestOtherOrigin(failure, {
    method,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    sendOnce: true,
    ...(method === "GET" ? { url: `${url}?${form}` } : { url, body: form }),
  });
  return response as T;
}
