/** The default URL of the platform. */
export const DEFAULT_URL = "http://127.0.0.1:8787";

/** Returns an http or https URL without a trailing slash. Throws for anything else. */
export function checkedUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new Error(`base_url and auth_url must be http or https URLs, not ${JSON.stringify(text)}`);
  return text.replace(/\/+$/, "");
}

/** Returns the URL of a listening socket; wildcard addresses become loopback. */
export function urlOf(scheme: "http" | "https", host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${scheme}://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
