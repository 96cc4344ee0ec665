import { createHash, randomBytes } from "node:crypto";
import type { Session } from "../../../../src/service/auth/login";
import type { TestPlatform } from "../../../../src/testing";

/** What a browser shows, or where it ended. */
export interface Shown {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser that keeps cookies and follows redirects, up to the redirect to a command line on this machine. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  async open(address: string | URL): Promise<Shown> {
    let url = new URL(address);
    for (;;) {
      const cookie = [...this.#cookies]
        .filter(([name]) => name.startsWith(`${url.origin} `))
        .map(([name, value]) => `${name.split(" ")[1]}=${value}`)
        .join("; ");
      const response = await fetch(url, { redirect: "manual", headers: cookie ? { cookie } : {} });
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
      if (name) this.#cookies.set(`${url.origin} ${name}`, value!);
      const location = response.headers.get("location");
      const text = await response.text();
      if (!location) return { url, status: response.status, headers: response.headers, text };
      url = new URL(location, url);
      if (url.port === "1") return { url, status: response.status, headers: response.headers, text: "" };
    }
  }

  /** Enters the person on the page of the development issuer. */
  logIn({ url }: Shown, person: string): Promise<Shown> {
    url.searchParams.set("login_hint", person);
    return this.open(url);
  }

  /** Follows a page's link to an identity provider. */
  follow({ url, text }: Shown, provider: string): Promise<Shown> {
    const links = [...text.matchAll(/<a class="choice" href="([^"]+)"/g)].map(([, href]) => href!);
    const href = links.find((each) => each.includes(encodeURIComponent(provider)));
    return this.open(new URL(href!.replaceAll("&#38;", "&"), url));
  }
}

/** A command line that waits on this machine. Nothing listens there: the browser stops before it connects. */
export function commandLine(platform: Pick<TestPlatform, "authUrl">) {
  const redirect = "http://localhost:1/callback";
  const verifier = randomBytes(32).toString("base64url");
  const parameters = {
    redirect,
    state: "its-state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  return {
    redirect,
    verifier,
    url: (further: Record<string, string> = {}) =>
      `${platform.authUrl}/oauth?${new URLSearchParams({ ...parameters, ...further })}`,
    redeem: (code: string, further: Record<string, string> = {}) =>
      post<Session>(`${platform.authUrl}/oauth/token`, {
        code,
        code_verifier: verifier,
        redirect_uri: redirect,
        ...further,
      }),
  };
}

/** Returns the parameters that the browser passes to a command line on its machine. */
export const broughtTo = ({ url }: Shown) => Object.fromEntries(url.searchParams);

/** Returns the parameters of a failed login whose error contains these words. */
export const refusal = (reason: string, error = "access_denied") => ({
  error,
  error_description: expect.stringContaining(reason),
  state: "its-state",
});

/** Posts a form. The caller states the type of the response. */
export async function post<T = Readonly<Record<string, unknown>>>(
  url: string,
  form: Record<string, string>,
  bearer?: string,
): Promise<{ status: number; body: T }> {
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const response = await fetch(url, { method: "POST", headers, body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as T };
}

/** Returns the identity of a token. */
export async function identityOf(platform: TestPlatform, token: string) {
  const response = await fetch(`${platform.baseUrl}/auth/v1/ok`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { identity: { uid: string; name: string; email: string } }).identity;
}
