import { askElsewhere } from "../client/http/ask-elsewhere";

interface Asked {
  /** What could not be done if the answer is a refusal. */
  readonly failure?: string;
  readonly method?: "GET" | "POST";
  readonly parameters?: Readonly<Record<string, string>>;
  readonly bearer?: string;
}

/** Asks the token service, once: the parameters of a GET go into its query. Throws PlatformError with what it refused. */
export async function askAuth<T>(url: string, asked: Asked): Promise<T> {
  const { failure = "Cannot log in", method = "POST", parameters = {}, bearer } = asked;
  const form = new URLSearchParams(parameters);
  const answer = await askElsewhere(failure, {
    method,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    sendOnce: true,
    ...(method === "GET" ? { url: `${url}?${form}` } : { url, body: form }),
  });
  return answer as T;
}
