import { PlatformError } from "../api";
import { CommandFailure } from "./failure";

/** How long the token service may take to answer. */
const TIMEOUT_MS = 30_000;

interface Asked {
  readonly method?: "GET" | "POST";
  readonly parameters?: Readonly<Record<string, string>>;
  readonly bearer?: string;
}

/** Asks the token service: the parameters of a GET go into its query. Throws PlatformError with what it refused. */
export async function askAuth<T>(url: string, { method = "POST", parameters = {}, bearer }: Asked): Promise<T> {
  const body = new URLSearchParams(parameters);
  const response = await fetch(method === "GET" ? `${url}?${body}` : url, {
    method,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    ...(method === "GET" ? {} : { body }),
  }).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { readonly code?: string };
    throw new CommandFailure(`${new URL(url).origin} does not answer: ${code ?? error.message}`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw PlatformError.fromBody(response.status, answer);
  return answer as T;
}
