import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { authPaths } from "../../api";
import { parseAddress } from "../../client/address";
import { type Session, writeSession } from "../../client/tokens/session";
import { html, page, pageHeaders } from "../../pages";
import { requestAuth } from "../auth-requests";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";
import { resolveSessionFile } from "../session-option";

export interface LoginOptions {
  readonly authUrl: string;
  readonly organization?: string;
  readonly identityProvider?: string;
  /** False if this machine has no browser. */
  readonly browser: boolean;
  readonly session?: string;
}

type Tokens = Omit<Session, "authUrl">;

/** How long the user may take to log in. */
const LOGIN_TIMEOUT_MS = 10 * 60_000;

/** Logs the user in and saves the session to a file that only its owner can read. */
export async function login(options: LoginOptions, output: Output): Promise<void> {
  const { browser } = options;
  const file = resolveSessionFile(options.session);
  const read = parseAddress(options.authUrl, false);
  // The option's parser has already rejected every other problem.
  if ("problem" in read)
    throw new CommandFailure(
      "--auth-url must use https unless its host is a loopback address; plain http would expose tokens",
    );
  const authUrl = read.address;
  const { token, expiry, refreshToken } = await (browser ? withBrowser : withoutBrowser)(
    { ...options, authUrl },
    output,
  );
  await withOperation(`write ${file}`, () => writeSession(file, { authUrl, token, expiry, refreshToken }));
  output.stdout(`logged in; session saved to ${file}\n`);
}

/** The browser sends a code to a local port; the PKCE verifier for it never leaves this process. */
async function withBrowser({ authUrl, organization, identityProvider }: LoginOptions, output: Output): Promise<Tokens> {
  const [state, verifier] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  const callback = await listen(state);
  try {
    const url = `${authUrl}${authPaths.login}?${new URLSearchParams({
      redirect: callback.url,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...(organization ? { organization } : {}),
      ...(identityProvider ? { identity_provider: identityProvider } : {}),
    })}`;
    output.stderr(
      `Log in at\n  ${url}\nin a browser on this machine; use --no-browser for a browser on another device\n`,
    );
    openBrowser(url);
    const code = await callback.code;
    return await requestAuth<Tokens>(`${authUrl}${authPaths.redeem}`, {
      parameters: { code, code_verifier: verifier, redirect_uri: callback.url },
    });
  } finally {
    callback.close();
  }
}

/** Logs in with a browser on any device, which shows the same code as the terminal. */
async function withoutBrowser(
  { authUrl, organization, identityProvider }: LoginOptions,
  output: Output,
): Promise<Tokens> {
  const sessions = `${authUrl}${authPaths.headless}`;
  const { code, userCode, url, interval } = await requestAuth<{
    readonly code: string;
    readonly userCode: string;
    readonly url: string;
    readonly interval: number;
  }>(sessions, {
    parameters: {
      ...(organization ? { organization } : {}),
      ...(identityProvider ? { identity_provider: identityProvider } : {}),
    },
  });
  output.stderr(`Open\n  ${url}\nin any browser, and continue there if it shows the code\n  ${userCode}\n`);
  for (;;) {
    const response = await requestAuth<Partial<Tokens>>(sessions, { method: "GET", parameters: { code } });
    if (response.token) return response as Tokens;
    await setTimeout(interval * 1000);
  }
}

/** Returns the error that a redirect reports (RFC 6749, 4.1.2.1), if any, as one line of printable ASCII. */
const reasonIn = (answer: URLSearchParams): string | undefined =>
  (answer.get("error_description") || answer.get("error") || undefined)?.replace(/[^ -~]/g, "?");

/** Listens on a free local port until the browser delivers a code or an error. */
async function listen(state: string) {
  let settle: (code: string | CommandFailure) => void = () => {};
  const code = new Promise<string>((resolve, reject) => {
    settle = (outcome) => (typeof outcome === "string" ? resolve(outcome) : reject(outcome));
  });
  // The promise may be rejected before anything awaits it.
  code.catch(() => {});
  const server = createServer(({ url = "/" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const answer = (status: number, text: string) => {
      response.writeHead(status, { ...pageHeaders("'none'"), connection: "close" });
      response.end(text);
    };
    // Only the redirect of this login carries the state.
    if (pathname !== "/callback" || searchParams.get("state") !== state)
      return answer(404, page("Not found", html`<p>This address belongs to another login, or to none.</p>`));
    const reason = reasonIn(searchParams);
    const received = reason === undefined ? searchParams.get("code") : undefined;
    answer(
      200,
      received
        ? page("You are signed in", html`<p>You can close this window and return to the command line.</p>`)
        : page(
            "Sign-in failed",
            html`<p class="problem" role="alert">${reason ?? "The login was not completed."}</p><p>Run platformctl login again.</p>`,
          ),
    );
    settle(received || new CommandFailure(reason ? `cannot log in: ${reason}` : "the login was not completed"));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const timeout = globalThis.setTimeout(
    () => settle(new CommandFailure("login timed out after ten minutes")),
    LOGIN_TIMEOUT_MS,
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    code,
    close: () => {
      clearTimeout(timeout);
      server.close();
    },
  };
}

/**
 * Opens a page in the browser, or in the program that BROWSER names. Failures are ignored, because the URL was printed.
 */
function openBrowser(url: string): void {
  const program = process.env.BROWSER || (process.platform === "darwin" ? "open" : "xdg-open");
  const child = spawn(program, [url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
