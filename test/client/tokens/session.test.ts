import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClientFromSettings, resolveConfiguration, SettingsError, tokenFor } from "../../../src/client";
import { readSession, type Session, writeSession } from "../../../src/client/tokens/session";
import { sessionToken } from "../../../src/client/tokens/session-token";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { logIn } from "../person";

/** Sessions of `platformctl login` and their use, with a real login to a real platform. */
const REGISTRY = "registry.example.com";
const other = "https://other.example.com";
let platform: TestPlatform;
let home: string;
let file: string;
let loggedIn: Session;
beforeAll(async () => {
  platform = await startPlatform({ registryHost: REGISTRY });
  home = mkdtempSync(path.join(tmpdir(), "session-"));
  file = path.join(home, ".config", "platform-iac", "session.json");
  loggedIn = await logIn(platform, "viewer");
});
afterAll(async () => {
  rmSync(home, { recursive: true });
  await platform.close();
});
beforeEach(() => writeSession(file, loggedIn));

const settingsOf = (given: object = {}, env: Record<string, string> = {}) =>
  resolveConfiguration(given, { HOME: home, TMPDIR: home, ...env });
const problemOf = (given: object, env: Record<string, string> = {}): string => {
  try {
    settingsOf(given, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return "none";
};
const soon = () => new Date(Date.now() + 60_000).toISOString();
const exchanges = () => platform.requests.filter(({ path }) => path.startsWith("/sts/exchange")).length;

test("needs no settings for a logged-in user", async () => {
  const client = createClientFromSettings(settingsOf());
  const { items } = await client.groups.page();
  await client.close();
  expect(items.map(({ uid }) => uid)).toContain(platform.groupUid);
  expect(settingsOf()).toMatchObject({
    baseUrl: platform.baseUrl,
    access: { kind: "session", authUrl: platform.authUrl, file },
  });
});

test.each<[string, object, Record<string, string>]>([
  ["a token", { token: "t" }, {}],
  ["a token in the environment", {}, { PLATFORM_TOKEN: "t" }],
  ["an identity token", {}, { PLATFORM_IDENTITY_TOKEN: "i" }],
  [
    "a pipeline's own",
    { identity: "a".repeat(40) },
    { ACTIONS_ID_TOKEN_REQUEST_URL: "u", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "s" },
  ],
])("prefers %s to the session and does not read its file", (_name, given, env) => {
  writeFileSync(file, "no session");
  const addresses = { base_url: other, auth_url: other };
  expect(settingsOf({ ...addresses, ...given }, env).access.kind).not.toBe("session");
});

test("ignores the session in a pipeline unless its file is named", () => {
  for (const variable of ["CI", "GITHUB_ACTIONS"]) {
    const pipeline = { [variable]: "true" };
    expect(problemOf({}, pipeline)).toMatch(/token .* is not set, (?!.*platformctl login)/);
    expect(settingsOf({}, { ...pipeline, PLATFORM_SESSION_FILE: file }).access.kind).toBe("session");
  }
  expect(settingsOf({}, { CI: "false" }).access.kind).toBe("session");
});

test("uses the session only with its own platform", () => {
  expect(settingsOf({ base_url: `${platform.baseUrl}/`, auth_url: platform.authUrl }).access.kind).toBe("session");
  expect(problemOf({ base_url: other })).toContain(
    `base_url (PLATFORM_BASE_URL) does not match the audience of the login session (${platform.baseUrl}). Run \`platformctl login`,
  );
  expect(problemOf({ base_url: platform.baseUrl, auth_url: other })).toBe(
    `auth_url (PLATFORM_AUTH_URL) does not match the auth_url of the login session (${platform.authUrl}). Run \`platformctl login --auth-url ${other}\` to log in there.`,
  );
});

test("requires base_url if the session's token contains no address", () => {
  const token = ["header", Buffer.from('{"aud":["registry.example.com"]}').toString("base64url"), "signature"].join(
    ".",
  );
  writeSession(file, { ...loggedIn, token });
  expect(problemOf({})).toMatch(/^base_url \(PLATFORM_BASE_URL\) is not set/);
});

test("names a session file that is invalid or unreadable", () => {
  const damaged = [{ authUrl: "nowhere" }, { authUrl: "ftp://auth.example.com" }, { authUrl: 1 }, { expiry: "never" }];
  for (const text of ["{", "{}", ...damaged.map((part) => JSON.stringify({ ...loggedIn, ...part }))]) {
    writeFileSync(file, text);
    expect(problemOf({ base_url: other })).toBe(
      `token (PLATFORM_TOKEN) is not set, and ${file} is not a valid session file; run \`platformctl login\`.`,
    );
  }
  rmSync(file);
  mkdirSync(file);
  expect(problemOf({ base_url: other })).toContain(`cannot read ${file}: EISDIR`);
  rmSync(file, { recursive: true });
  expect(problemOf({ base_url: other })).toContain("Users can log in with `platformctl login` instead.");
});

test("renews an expiring token once for concurrent callers and saves it", async () => {
  writeSession(file, { ...loggedIn, expiry: soon() });
  const before = exchanges();
  const tokens = await Promise.all([...Array(5)].map(() => sessionToken(file).token()));
  expect(new Set(tokens).size).toBe(1);
  expect(exchanges()).toBe(before + 1);
  loggedIn = readSession(file);
  expect(loggedIn.token).toBe(tokens[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(["session.json"]);
});

test("replaces a token that the service rejects", async () => {
  const credentials = sessionToken(file);
  const token = await credentials.token();
  const renewed = await credentials.token({ rejected: token });
  loggedIn = readSession(file);
  expect(renewed).not.toBe(token);
  expect(loggedIn.token).toBe(renewed);
});

test("takes over the lock of a dead process and waits for that of a living one", async () => {
  writeSession(file, { ...loggedIn, expiry: soon() });
  const lock = `${file}.lock`;
  writeFileSync(lock, "");
  const waiting = sessionToken(file).token();
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(existsSync(lock)).toBe(true);
  utimesSync(lock, 0, 0);
  await expect(waiting).resolves.not.toBe(loggedIn.token);
  loggedIn = readSession(file);
  expect(existsSync(lock)).toBe(false);
});

test("does not use a refresh token if the file cannot be updated", async () => {
  if (process.getuid?.() === 0) return;
  writeSession(file, { ...loggedIn, expiry: soon() });
  const before = exchanges();
  chmodSync(path.dirname(file), 0o500);
  await expect(sessionToken(file).token()).rejects.toMatchObject({ message: expect.stringContaining("EACCES") });
  chmodSync(path.dirname(file), 0o700);
  expect(exchanges()).toBe(before);
});

test("keeps the session if a response contains no tokens", async () => {
  const server = createServer((_, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const session = { ...loggedIn, authUrl, expiry: soon() };
  writeSession(file, session);
  await expect(sessionToken(file).token()).rejects.toMatchObject({
    code: "UNKNOWN",
    message: `${authUrl} returned no tokens`,
  });
  expect(readSession(file)).toEqual(session);
  server.close();
});

test("reports an ended session without retrying", async () => {
  writeSession(file, { ...loggedIn, expiry: soon(), refreshToken: "used-before" });
  const before = exchanges();
  const credentials = sessionToken(file);
  for (let time = 1; time <= 2; time++)
    await expect(credentials.token()).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: `the login session has ended; run \`platformctl login --auth-url ${platform.authUrl}\``,
    });
  expect(exchanges()).toBe(before + 1);
});

test("returns a token with at least half of its lifetime left to long-lived holders", async () => {
  const before = exchanges();
  const take = () => tokenFor(settingsOf(), { audience: platform.baseUrl }).token();
  await expect(take()).resolves.toBe(loggedIn.token);
  const now = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => now + 31 * 60_000);
  const token = await take();
  jest.restoreAllMocks();
  loggedIn = readSession(file);
  expect(token).toBe(loggedIn.token);
  expect(exchanges()).toBe(before + 1);
});

test("exchanges tokens for the registry, and for another identity only if it trusts the user", async () => {
  const token = await tokenFor(settingsOf(), { audience: REGISTRY }).token();
  await expect(platform.platform.tokens.verify(token, REGISTRY)).resolves.toHaveProperty("audiences", [REGISTRY]);
  const client = createClientFromSettings(settingsOf({ identity: platform.identityUid, token_cache: false }));
  await expect(client.groups.page()).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(
      /^Cannot exchange the platformctl login session .* Remove identity to act as the logged-in user/,
    ),
  });
  await client.close();
});
