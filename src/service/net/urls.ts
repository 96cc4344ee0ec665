/** Where the platform is, until someone says otherwise. */
export const DEFAULT_URL = "http://127.0.0.1:8787";

/** An http or https address without a trailing slash. Throws for anything else. */
export function checkedUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new Error(`not an address of the platform: ${JSON.stringify(text)} must be an http or https URL`);
  return text.replace(/\/+$/, "");
}

/** The address of a socket that listens: one that takes any address is reached on loopback. */
export function urlOf(scheme: "http" | "https", host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${scheme}://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
