import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "../../src/cli/run";
import { builtInRole } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { Browser, type Shown } from "../service/auth/login/browser";
import { platformctl } from "./run";

/** Tests logins with the command line; the test acts as the browser. */
const REGISTRY = "registry.example.com";
let platform: TestPlatform;
let directory: string;
let provider: string;
let later = 0;
beforeAll(async () => {
  // A program that succeeds without showing anything.
  process.env.BROWSER = "true";
  directory = mkdtempSync(path.join(tmpdir(), "platformctl-login-"));
  platform = await startPlatform({ registryHost: REGISTRY, clock: () => Date.now() + later });
  const { uid } = await platform.client().identityProviders.create(platform.groupUid, {
    name: "company login",
    defaultRole: builtInRole("viewer").uid,
    oidc: { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true },
  });
  provider = uid;
});
afterAll(async () => {
  delete process.env.BROWSER;
  rmSync(directory, { recursive: true });
  await platform.close();
});

const file = () => path.join(directory, "kept", "session.json");

/** Runs a login to its end; `visit` receives the URL that the command prints. */
async function login(visit: (url: string) => Promise<unknown>, ...args: string[]) {
  let stdout = "";
  let stderr = "";
  let visiting: Promise<unknown> | undefined;
  const output = {
    stdout: (text: string) => {
      stdout += text;
    },
    stderr: (text: string) => {
      stderr += text;
      const [url] = /http\S+/.exec(text) ?? [];
      if (url) visiting ??= visit(url);
    },
  };
  const code = await run(["login", "--auth-url", platform.authUrl, "--session", file(), ...args], output);
  await visiting;
  return { code, stdout, stderr };
}

const asJane = async (url: string) => {
  const browser = new Browser();
  return browser.logIn(await browser.open(url), "jane");
};

async function emailOf(token: string) {
  const headers = { authorization: `Bearer ${token.trim()}` };
  const response = await fetch(`${platform.baseUrl}/auth/v1/ok`, { headers });
  return ((await response.json()) as { identity: { email: string } }).identity.email;
}

test("saves a private session after a login with a browser, and prints its tokens", async () => {
  expect(await login(asJane, "--identity-provider", provider)).toMatchObject({
    code: 0,
    stdout: `logged in; session saved to ${file()}\n`,
  });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const printed = await platformctl("token", "--session", file());
  expect(printed).toMatchObject({ code: 0, stderr: "" });
  expect(await emailOf(printed.stdout)).toBe("jane@example.com");
  const forRegistry = await platformctl("token", "--session", file(), "--audience", REGISTRY);
  await expect(platform.platform.tokens.verify(forRegistry.stdout.trim(), REGISTRY)).resolves.toHaveProperty(
    "audiences",
    [REGISTRY],
  );
  const inOrganization = (name: string) =>
    platformctl("token", "--session", file(), "--audience", REGISTRY, "--organization", name);
  expect((await inOrganization("initech")).stderr).toContain("organization does not contain identity");
  expect((await platformctl("token", "--session", file(), "--audience", "elsewhere")).stderr).toMatch(
    /^error: Cannot get a token \(http\S+\): Invalid argument: aud: aud must be /,
  );
});

test("waits for a browser on another device", async () => {
  const browser = new Browser();
  const visit = async (url: string) =>
    browser.logIn(await browser.follow(await browser.open(url), provider), "far-away");
  expect((await login(visit, "--no-browser", "--organization", "example")).code).toBe(0);
  expect(await emailOf((await platformctl("token", "--session", file())).stdout)).toBe("far-away@example.com");
});

test("can select the identity provider for a browser on another device, whose page still shows the code", async () => {
  const browser = new Browser();
  const visit = async (url: string) => {
    const shown = await browser.open(url);
    expect(shown.text).toMatch(/<strong class="code">[B-Z]{4}-[B-Z]{4}<\/strong>[\s\S]*Continue with company login/);
    return browser.logIn(await browser.follow(shown, provider), "far-away");
  };
  expect((await login(visit, "--no-browser", "--identity-provider", provider)).code).toBe(0);
  expect(await emailOf((await platformctl("token", "--session", file())).stdout)).toBe("far-away@example.com");
});

describe("a rejected login", () => {
  let restricted: string;
  beforeAll(async () => {
    const { uid } = await platform.client().identityProviders.create(platform.groupUid, {
      name: "restricted login",
      defaultRole: builtInRole("viewer").uid,
      oidc: {
        issuer: platform.issuer.issuer,
        clientId: "platform",
        pkceEnabled: true,
        requiredClaims: { hd: "example.com" },
      },
    });
    restricted = uid;
  });
  /** The last page shown to a user who is not admitted or who declines. */
  let shown: Shown;
  const outsider = async (browser: Browser, asked: Shown) => {
    shown = await browser.logIn(asked, "outsider");
  };
  const escaped = (text: string) => text.replaceAll("'", "&#39;");
  const declining = async (browser: Browser, { url }: Shown) => {
    const back = new URL(url.searchParams.get("redirect_uri")!);
    back.search = String(new URLSearchParams({ error: "access_denied", state: url.searchParams.get("state")! }));
    shown = await browser.open(back);
  };

  test.each([
    ["who is not admitted", outsider, "Permission denied: the identity token's claim hd is missing"],
    [
      "who declines",
      declining,
      "Unauthenticated: restricted login did not complete the login (access_denied); log in again",
    ],
  ])("ends with the reason for a user %s, with and without a local browser", async (_, person, reason) => {
    const elsewhere = async (url: string) => {
      const browser = new Browser();
      await person(browser, await browser.follow(await browser.open(url), restricted));
    };
    expect(await login(elsewhere, "--no-browser", "--identity-provider", restricted)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(reason),
    });
    expect(shown.text).toContain(escaped(reason));
    const here = async (url: string) => {
      const browser = new Browser();
      await person(browser, await browser.open(url));
    };
    expect(await login(here, "--identity-provider", restricted)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(reason),
    });
    expect(shown).toMatchObject({ status: 200, text: expect.stringContaining(escaped(reason)) });
    expect(shown.url.pathname).toBe("/callback");
  });
});

test("does not print the token of a session that was ended elsewhere", async () => {
  await login(asJane, "--identity-provider", provider);
  const session = JSON.parse(readFileSync(file(), "utf8"));
  const body = new URLSearchParams({ token: session.refreshToken });
  expect((await fetch(`${platform.authUrl}/oauth/revoke`, { method: "POST", body })).status).toBe(200);
  expect(await platformctl("token", "--session", file())).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: the login session has ended; run \`platformctl login --auth-url ${platform.authUrl}\`\n`,
  });
  // A service that cannot be reached does not reject the token.
  writeFileSync(file(), JSON.stringify({ ...session, authUrl: "http://127.0.0.1:1" }));
  expect((await platformctl("token", "--session", file())).stdout).toBe(`${session.token}\n`);
});

test("renews an expiring token once for concurrent commands", async () => {
  await login(asJane, "--identity-provider", provider);
  const before = JSON.parse(readFileSync(file(), "utf8"));
  writeFileSync(file(), JSON.stringify({ ...before, expiry: new Date().toISOString() }));
  const printed = await Promise.all([1, 2, 3].map(() => platformctl("token", "--session", file())));
  expect(new Set(printed.map(({ stdout }) => stdout)).size).toBe(1);
  expect(printed[0]!.stdout).not.toContain(before.token);
  expect(await emailOf(printed[0]!.stdout)).toBe("jane@example.com");
});

test("reports an ended session in one line", async () => {
  await login(asJane, "--identity-provider", provider);
  const session = JSON.parse(readFileSync(file(), "utf8"));
  writeFileSync(file(), JSON.stringify({ ...session, expiry: new Date().toISOString() }));
  later = 8 * 24 * 3_600_000;
  expect(await platformctl("token", "--session", file())).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: the login session has ended; run \`platformctl login --auth-url ${platform.authUrl}\`\n`,
  });
  later = 0;
});

test("removes the session here and at the service on logout", async () => {
  await login(asJane, "--identity-provider", provider);
  const { refreshToken } = JSON.parse(readFileSync(file(), "utf8"));
  expect(await platformctl("logout", "--session", file())).toEqual({ code: 0, stdout: "logged out\n", stderr: "" });
  expect(existsSync(file())).toBe(false);
  const headers = { authorization: `Bearer ${refreshToken}` };
  const url = `${platform.authUrl}/sts/exchange_refresh_token`;
  expect((await fetch(url, { method: "POST", headers })).status).toBe(401);
  expect((await platformctl("logout", "--session", file())).stderr).toMatch(/^error: not logged in/);
});

test("lists sessions, and revokes one or all sessions and tokens of an identity", async () => {
  await login(asJane, "--identity-provider", provider);
  const { token: first } = JSON.parse(readFileSync(file(), "utf8"));
  await login(asJane, "--identity-provider", provider);
  const list = async (...args: string[]) => platformctl("sessions", "list", "--session", file(), ...args);
  const found = JSON.parse((await list("--json")).stdout) as { uid: string; current: boolean; identityUid: string }[];
  expect(found.filter(({ current }) => current)).toHaveLength(1);
  const lines = (await list()).stdout.trim().split("\n");
  expect(lines).toHaveLength(found.length);
  expect(lines.filter((line) => line.endsWith("  current"))).toHaveLength(1);

  const revoke = (...args: string[]) => platformctl("sessions", "revoke", "--session", file(), ...args);
  expect((await revoke()).stderr).toBe("error: specify either the uid of a session or --all\n");
  const other = found.filter(({ current }) => !current);
  for (const { uid } of other) expect(await revoke(uid)).toMatchObject({ code: 0, stdout: "session revoked\n" });
  expect(
    (await fetch(`${platform.baseUrl}/auth/v1/ok`, { headers: { authorization: `Bearer ${first}` } })).status,
  ).toBe(401);
  expect(JSON.parse((await list("--json")).stdout)).toHaveLength(1);
  const stranger = await revoke("--all", "--identity", platform.identityUid);
  expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining("identity.update is required") });
  expect(await revoke("--all")).toMatchObject({ code: 0, stdout: "all sessions and tokens revoked\n" });
  expect((await list()).code).toBe(1);
});

test("fails if the login is not completed, and rejects a code with the wrong state", async () => {
  const decline = async (url: string) => {
    const { redirect, state } = Object.fromEntries(new URL(url).searchParams);
    expect((await fetch(`${redirect}?code=stolen&state=guess`)).status).toBe(404);
    const error_description = "<b>closed</b>\u001b[2J";
    const answer = new URLSearchParams({ error: "access_denied", error_description, state: state! });
    expect(await (await fetch(`${redirect}?${answer}`)).text()).toContain("&#60;b&#62;closed&#60;/b&#62;?[2J");
  };
  expect(await login(decline)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: cannot log in: <b>closed<\/b>\?\[2J$/m),
  });
});

test("reports that the user is not logged in, and rejects plain http", async () => {
  expect(await platformctl("token", "--session", path.join(directory, "none.json"))).toMatchObject({
    code: 1,
    stderr: "error: not logged in; run `platformctl login`\n",
  });
  expect((await platformctl("login", "--auth-url", "http://platform.example.com")).stderr).toBe(
    "error: --auth-url must use https unless its host is a loopback address; plain http would expose tokens\n",
  );
});

test("a login that is refused before the identity provider is reached ends with the reason", async () => {
  const missing = `${platform.groupUid}/0123456789abcdef`;
  const reason = new RegExp(`^error: [Cc]annot log in.*: Not found: .*${missing}`, "m");
  const seen = await login((url) => new Browser().open(url), "--identity-provider", missing);
  expect(seen).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reason) });
  const headless = await login(async () => {}, "--no-browser", "--identity-provider", missing);
  expect(headless).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reason) });
});
