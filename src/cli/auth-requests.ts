import { sendOnce } from "../client/send-once";

interface Asked {
  readonly method?: "GET" | "POST";
  readonly parameters?: Readonly<Record<string, string>>;
  readonly bearer?: string;
}

/** Asks the token service, once: the parameters of a GET go into its query. Throws PlatformError with what it refused. */
export async function askAuth<T>(url: string, { method = "POST", parameters = {}, bearer }: Asked): Promise<T> {
  const form = new URLSearchParams(parameters);
  const answer = await sendOnce("Cannot log in", {
    method,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    again: false,
    ...(method === "GET" ? { url: `${url}?${form}` } : { url, body: form }),
  });
  return answer as T;
}
