/** Reports whether the host of a URL is a loopback address by name: `localhost`, `127.0.0.1` or `[::1]`. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(hostname);

/** Returns why no service can fetch the keys of an issuer; undefined if some service can. */
export function issuerUrlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.hostname))) return undefined;
  return "must be an https URL, because the keys of issuers are fetched over https only; http is for loopback addresses such as http://127.0.0.1:8788";
}
