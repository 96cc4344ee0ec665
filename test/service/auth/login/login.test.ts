import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startIssuer } from "../../../../src/issuer";
import { builtInRole } from "../../../../src/model";
import type { TokenPair } from "../../../../src/service/auth/login";
import type { IssuedToken } from "../../../../src/service/auth/tokens";
import type { LogEntry } from "../../../../src/service/net/log";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { Browser, broughtTo, commandLine, identityOf, post, refusal, type Shown } from "./browser";

/** Logins through an identity provider, over HTTP from end to end. */
const viewer = builtInRole("viewer").uid;

let platform: TestPlatform;
let provider: string;
let later = 0;
beforeAll(async () => {
  platform = await startPlatform({ clock: () => Date.now() + later, log: (entry) => entries.push(entry) });
  provider = await providerWith({ clientSecret: platform.issuer.clientSecret });
});
afterAll(() => platform.close());
beforeEach(() => {
  later = 0;
  entries = [];
});

/** The service's log entries of the running test. */
let entries: LogEntry[] = [];
const rejectedLogins = () =>
  entries.flatMap(({ level, event, ...entry }) => (event === "login rejected" && level === "warn" ? [entry] : []));

async function providerWith(oidc: { clientSecret?: string; pkceEnabled?: boolean; issuer?: string }): Promise<string> {
  const made = await platform.client().identityProviders.create(platform.groupUid, {
    name: "company login",
    defaultRole: viewer,
    oidc: { issuer: platform.issuer.issuer, clientId: "platform", ...oidc },
  });
  return made.uid;
}

/** Logs a person in, up to the code that the browser passes to the command line. */
async function codeOf(person: string, uid = provider) {
  const command = commandLine(platform);
  const browser = new Browser();
  const ended = await browser.logIn(await browser.open(command.url({ identity_provider: uid })), person);
  return { command, code: ended.url.searchParams.get("code")!, ended };
}

async function sessionOf(person: string, uid = provider) {
  const { command, code } = await codeOf(person, uid);
  return (await command.redeem(code)).body;
}

const whoIs = (token: string) => identityOf(platform, token);

const refresh = (token: string, form: Record<string, string> = {}) =>
  post<TokenPair>(`${platform.authUrl}/sts/exchange_refresh_token`, form, token);

const refused = (message: string) => ({ status: 401, body: { code: 16, message: `Unauthenticated: ${message}` } });
const badCode = refused("the code was already used, has expired or belongs to another login");
const badRefresh = refused("the refresh token was already used, has expired or is unknown; log in again");

describe("with a browser on the same machine", () => {
  test("creates an identity with the default role at the first login, and reuses it", async () => {
    const { token, expiry, refreshToken } = await sessionOf("Jane.Doe@example.com");
    expect({ expiry, refreshToken }).toEqual({ expiry: expect.stringMatching(/Z$/), refreshToken: expect.any(String) });
    const person = await whoIs(token);
    expect(person).toMatchObject({ name: "jane.doe-example.com", email: "Jane.Doe@example.com" });
    const client = platform.client(token);
    await expect(client.groups.get(platform.groupUid)).resolves.toHaveProperty("name", "example");
    await expect(client.groups.create(platform.groupUid, { name: "team" })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    expect((await whoIs((await sessionOf("Jane.Doe@example.com")).token)).uid).toBe(person.uid);
    expect((await whoIs((await sessionOf("john")).token)).uid).not.toBe(person.uid);
  });

  test("does not restore removed permissions at the next login", async () => {
    const { uid } = await whoIs((await sessionOf("leaving")).token);
    for await (const binding of platform.client().roleBindings.list({ identity: uid }))
      await platform.client().roleBindings.delete(binding.uid);
    const client = platform.client((await sessionOf("leaving")).token);
    await expect(client.groups.get(platform.groupUid)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("creates a new identity after the old one was deleted, and keeps old tokens invalid", async () => {
    const before = await sessionOf("deleted");
    const { uid } = await whoIs(before.token);
    await platform.client().identities.delete(uid);
    expect(await refresh(before.refreshToken)).toMatchObject(badRefresh);
    expect((await whoIs((await sessionOf("deleted")).token)).uid).not.toBe(uid);
  });

  test("does not assign existing identities after the provider's issuer changed", async () => {
    const uid = await providerWith({ pkceEnabled: true });
    const jane = await whoIs((await sessionOf("jane", uid)).token);
    const other = await startIssuer();
    const oidc = { issuer: other.issuer, clientId: "platform", pkceEnabled: true };
    await platform.client().identityProviders.update(uid, { oidc });
    const impostor = await whoIs((await sessionOf("jane", uid)).token);
    expect(impostor.uid).not.toBe(jane.uid);
    await other.close();
  });

  test("uses PKCE with a provider without a client secret", async () => {
    const uid = await providerWith({ pkceEnabled: true });
    await expect(whoIs((await sessionOf("pkce", uid)).token)).resolves.toHaveProperty("email", "pkce@example.com");
  });

  test("lists the organization's providers by its name, and passes on the command line's parameters", async () => {
    const command = commandLine(platform);
    const browser = new Browser();
    const page = await browser.open(command.url({ organization: "example" }));
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining("Continue with company login") });
    const ended = await browser.logIn(await browser.follow(page, provider), "jane");
    expect(ended.url.searchParams.get("state")).toBe("its-state");
    expect((await command.redeem(ended.url.searchParams.get("code")!)).status).toBe(200);
  });

  test("asks for the organization, and again if it does not exist", async () => {
    const command = commandLine(platform);
    const asking = await new Browser().open(command.url());
    expect(asking.text).toContain('<label for="organization">');
    const missing = await new Browser().open(command.url({ organization: '"><b>x' }));
    expect(missing.text).toContain("does not exist or has no identity provider");
    expect(missing.text).not.toContain("<b>");
  });

  test("serves pages that load and run nothing, and cannot be framed", async () => {
    const { headers, text } = await new Browser().open(commandLine(platform).url());
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(text).toMatch(/^<!doctype html><html lang="en">/);
    expect(text).not.toMatch(/<script|src=|https?:\/\/(?!localhost)/);
    expect(headers.get("set-cookie")).toMatch(/; Path=\/oauth; HttpOnly; SameSite=Lax; Max-Age=600$/);
  });

  test.each([
    ["redirect", "https://example.com:1/"],
    ["redirect", "http://example.com:1/"],
    ["redirect", "http://localhost/"],
    ["redirect", "http://localhost@example.com:1/"],
    ["redirect", "javascript:alert(1)"],
    ["redirect", `http://localhost:1/${"x".repeat(512)}`],
    ["state", "x".repeat(513)],
    ["code_challenge", "short"],
    ["code_challenge_method", "plain"],
  ])("rejects %s=%s before anything else", async (name, value) => {
    const { status, text } = await new Browser().open(commandLine(platform).url({ [name]: value }));
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining(`Invalid argument: ${name}`) });
  });

  test("accepts a code once within a minute, with its own verifier and redirect", async () => {
    const first = await codeOf("jane");
    expect((await first.command.redeem(first.code)).status).toBe(200);
    expect(await first.command.redeem(first.code)).toMatchObject(badCode);
    const second = await codeOf("jane");
    expect(await second.command.redeem(second.code, { code_verifier: "v".repeat(43) })).toMatchObject(badCode);
    expect(await second.command.redeem(second.code)).toMatchObject(badCode);
    const third = await codeOf("jane");
    expect(await third.command.redeem(third.code, { redirect_uri: "http://localhost:2/" })).toMatchObject(badCode);
    const fourth = await codeOf("jane");
    later = 60_000;
    expect(await fourth.command.redeem(fourth.code)).toMatchObject(badCode);
  });

  test("accepts a provider's response once, from the browser that began the login", async () => {
    const command = commandLine(platform);
    const [browser, other] = [new Browser(), new Browser()];
    const asked = await browser.open(command.url({ identity_provider: provider }));
    const callback = await callbackOf(asked);
    await other.open(command.url());
    const problem = "the login was started in another browser, is already completed, or has expired; start again";
    for (const each of [other, browser]) {
      const { status, text } = await each.open(callback);
      expect({ status, text }).toMatchObject({ status: 401, text: expect.stringContaining(problem) });
    }
  });

  /** Returns the callback URL without following the redirect. */
  async function callbackOf({ url }: Shown): Promise<string> {
    url.searchParams.set("login_hint", "mallory");
    return (await fetch(url, { redirect: "manual" })).headers.get("location")!;
  }

  test("rejects a response that names another issuer", async () => {
    const browser = new Browser();
    const asked = await browser.open(commandLine(platform).url({ identity_provider: provider }));
    const callback = new URL(await callbackOf(asked));
    callback.searchParams.set("iss", "https://else.example.com");
    const ended = await browser.open(callback);
    expect(broughtTo(ended)).toEqual(refusal("the login response is from another identity provider"));
  });

  test("does not show a provider the code of another provider to which it redirects", async () => {
    const { groupUid, identityUid } = await platform.platform.createOrganization({ name: "evil" });
    const token = await platform.platform.tokens.mint({ identityUid });
    let redeemed = 0;
    const evil = createServer(({ method }, response) => {
      if (method === "POST") redeemed += 1;
      const issuer = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
      const authorization = `${platform.issuer.issuer}/authorize`;
      const endpoints = { jwks_uri: issuer, token_endpoint: issuer, authorization_endpoint: authorization };
      response.end(JSON.stringify({ issuer, ...endpoints, keys: [] }));
    });
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
    const oidc = { issuer, clientId: "platform", pkceEnabled: true };
    const body = { name: "evil login", defaultRole: viewer, oidc };
    const { uid } = await platform.client(token).identityProviders.create(groupUid, body);
    const browser = new Browser();
    const asked = await browser.open(commandLine(platform).url({ identity_provider: uid }));
    // The honest provider accepts only its own client's redirect URI.
    asked.url.searchParams.set("redirect_uri", `${platform.authUrl}/oauth/callback/${provider}`);
    const ended = await browser.logIn(asked, "victim");
    expect(broughtTo(ended)).toEqual(refusal("the login response is from another identity provider"));
    expect(redeemed).toBe(0);
    evil.close();
  });

  test("returns an error to the command line after a failed login", async () => {
    const browser = new Browser();
    const { url } = await browser.open(commandLine(platform).url({ identity_provider: provider }));
    const state = url.searchParams.get("state")!;
    const ended = await browser.open(
      `${platform.authUrl}/oauth/callback/${provider}?error=access_denied&state=${state}`,
    );
    expect(`${ended.url.origin}${ended.url.pathname}`).toBe("http://localhost:1/callback");
    expect(broughtTo(ended)).toEqual(refusal("company login did not complete the login (access_denied); log in again"));
  });

  test.each([
    [
      { error: "invalid_scope", error_description: "no <groups>\n" },
      "with invalid_scope: 'no <groups>?'; check its client ID, scopes",
    ],
    [{ error: "unauthorized_client" }, "it rejected the login request with unauthorized_client; check its client ID"],
  ])("reports and logs the error %p of an identity provider", async (parameters, reason) => {
    const browser = new Browser();
    const { url } = await browser.open(commandLine(platform).url({ identity_provider: provider }));
    const query = new URLSearchParams({ ...parameters, state: url.searchParams.get("state")! });
    const ended = await browser.open(`${platform.authUrl}/oauth/callback/${provider}?${query}`);
    expect(broughtTo(ended)).toEqual(refusal(reason, "server_error"));
    expect(broughtTo(ended).error_description).toContain(`${platform.authUrl}/oauth/callback/${provider}`);
    expect(rejectedLogins()).toEqual([
      { identityProvider: provider, reason: `it returned the error ${parameters.error}`, oauthError: parameters.error },
    ]);
  });

  test("does not repeat an error that OAuth does not allow", async () => {
    const browser = new Browser();
    const { url } = await browser.open(commandLine(platform).url({ identity_provider: provider }));
    const query = new URLSearchParams({ error: "<b>call 555</b>", state: url.searchParams.get("state")! });
    const ended = await browser.open(`${platform.authUrl}/oauth/callback/${provider}?${query}`);
    expect(broughtTo(ended)).toEqual(refusal("company login did not complete the login; log in again"));
    expect(JSON.stringify(entries)).not.toContain("call 555");
  });

  test("sends an error only once, to the browser that began the login", async () => {
    const browser = new Browser();
    const { url } = await browser.open(commandLine(platform).url({ identity_provider: provider }));
    const callback = (state: string) =>
      `${platform.authUrl}/oauth/callback/${provider}?${new URLSearchParams({ error: "access_denied", state })}`;
    const state = url.searchParams.get("state")!;
    const page = { status: 401, text: expect.stringContaining("the login was started in another browser") };
    expect(await browser.open(callback("guess"))).toMatchObject(page);
    expect(await new Browser().open(callback(state))).toMatchObject(page);
    expect(await browser.open(callback(state))).toMatchObject(page);
  });

  test("reports a rejected client secret to the command line, and an unavailable provider on a page", async () => {
    const wrong = await providerWith({ clientSecret: "wrong" });
    const { ended } = await codeOf("jane", wrong);
    const reason =
      "identity provider company login cannot be used: it rejected the platform's client (status 401, invalid_client)";
    expect(broughtTo(ended)).toEqual(refusal(reason, "server_error"));
    expect(rejectedLogins()).toEqual([
      {
        identityProvider: wrong,
        reason: `${platform.issuer.issuer}/token could not be fetched: it returned 401`,
        status: 401,
        oauthError: "invalid_client",
      },
    ]);
    const down = await providerWith({ clientSecret: "s", issuer: "http://127.0.0.1:1" });
    const shown = await new Browser().open(commandLine(platform).url({ identity_provider: down }));
    expect(shown).toMatchObject({ status: 503, text: expect.stringContaining("cannot be reached at the moment") });
  });
});

describe("a refresh token", () => {
  test("returns a new access token and the next refresh token", async () => {
    const { refreshToken } = await sessionOf("jane");
    later = 3_600_000;
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    await expect(whoIs(body.token.token)).resolves.toHaveProperty("email", "jane@example.com");
    expect(body.refreshToken.token).not.toBe(refreshToken);
    expect((await refresh(body.refreshToken.token, { cap: "groups.list" })).status).toBe(200);
  });

  test("ends its login when it is used twice", async () => {
    const { refreshToken } = await sessionOf("jane");
    const { body } = await refresh(refreshToken);
    expect(await refresh(refreshToken)).toMatchObject(badRefresh);
    expect(await refresh(body.refreshToken.token)).toMatchObject(badRefresh);
  });

  test("is not used up by an invalid request", async () => {
    const { refreshToken } = await sessionOf("jane");
    expect((await refresh(refreshToken, { aud: "https://else.example.com" })).status).toBe(400);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test("expires after a week, and thirty days after the login", async () => {
    const idle = await sessionOf("jane");
    let { refreshToken } = await sessionOf("jane");
    const day = 24 * 3_600_000;
    later = 7 * day;
    expect((await refresh(idle.refreshToken)).status).toBe(401);
    for (later = 6 * day; later < 30 * day; later += 6 * day) {
      const { body } = await refresh(refreshToken);
      refreshToken = body.refreshToken.token;
    }
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test("ends with its identity provider", async () => {
    const uid = await providerWith({ pkceEnabled: true });
    const { refreshToken } = await sessionOf("jane", uid);
    await platform.client().identityProviders.delete(uid);
    expect(await refresh(refreshToken)).toMatchObject(badRefresh);
  });

  test("becomes invalid when any token of its login ends the session", async () => {
    const { refreshToken } = await sessionOf("jane");
    const { body } = await refresh(refreshToken);
    const revoke = (token: string) => post(`${platform.authUrl}/oauth/revoke`, { token });
    for (const token of [refreshToken, "unknown"]) expect(await revoke(token)).toEqual({ status: 200, body: {} });
    expect(await refresh(body.refreshToken.token)).toMatchObject(badRefresh);
  });

  test("is neither an API token nor exchangeable for one", async () => {
    const { refreshToken } = await sessionOf("jane");
    await expect(platform.client(refreshToken).groups.page({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

describe("an identity token of an identity provider", () => {
  const exchange = async (token: string, further: Record<string, string> = {}) =>
    post<IssuedToken>(
      `${platform.authUrl}/sts/exchange`,
      { aud: platform.baseUrl, identity_provider: provider, ...further },
      token,
    );

  test("is exchanged for a token of the person", async () => {
    const { body } = await exchange(await platform.issuer.sign({ sub: "exchanged", aud: "platform" }));
    await expect(whoIs(body.token)).resolves.toHaveProperty("name", "exchanged");
  });

  test("is rejected for another client or provider, or with an identity", async () => {
    const token = await platform.identityToken("exchanged");
    expect(await exchange(token)).toMatchObject(refused("the identity token is for another client"));
    const genuine = await platform.issuer.sign({ sub: "exchanged", aud: "platform" });
    expect((await exchange(genuine, { identity: platform.identityUid })).status).toBe(400);
    expect((await exchange(genuine, { identity_provider: platform.groupUid })).status).toBe(400);
  });
});
