const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * Returns whether the host of a URL is loopback by name or address. Names below `localhost` are loopback too (RFC 6761,
 * section 6.3).
 */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(hostname);

/** Returns whether a URL addresses a program on the browser's machine, as the redirect URI of a login (RFC 8252). */
export function isLoopbackUrl(text: string): boolean {
  const url = parse(text);
  if (url?.protocol !== "http:" || url.username || url.password || url.hash) return false;
  return url.port !== "" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}

/** Returns why a URL cannot be the address of a service, without the setting's name; undefined if it can. */
export function httpUrlProblem(text: string): string | undefined {
  const url = /\s/.test(text) ? undefined : parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol))
    return `must be a URL such as https://platform.example.com, not ${JSON.stringify(text)}`;
  if (url.username || url.password) return "must not contain a user name or password";
  return /[?#]/.test(text) ? "must not have a query or fragment" : undefined;
}

/** Returns why the keys of an issuer URL cannot be fetched; undefined if they can. http is allowed only on loopback. */
export function issuerUrlProblem(text: string): string | undefined {
  const url = parse(text);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname))) return undefined;
  return "must be an https URL, because the keys of issuers are fetched over https only; http is for loopback addresses such as http://127.0.0.1:8788";
}
