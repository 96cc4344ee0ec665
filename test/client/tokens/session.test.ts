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
import { clientFrom, readSettings, SettingsError, tokenFor } from "../../../src/client";
import { readSession, type Session, writeSession } from "../../../src/client/tokens/session";
import { sessionToken } from "../../../src/client/tokens/session-token";
import { startPlatform, type TestPlatform } from "../../../src/testing";
import { logIn } from "../person";

/** What `platformctl login` leaves, and who takes it up: a real login at a real platform. */
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
  readSettings(given, { HOME: home, TMPDIR: home, ...env });
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

test("whoever is logged in needs no settings", async () => {
  const client = clientFrom(settingsOf());
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
])("%s goes before the login, which is then not read", (_name, given, env) => {
  writeFileSync(file, "no session");
  const addresses = { base_url: other, auth_url: other };
  expect(settingsOf({ ...addresses, ...given }, env).access.kind).not.toBe("session");
});

test("in a pipeline nobody is logged in, unless the file is named", () => {
  for (const variable of ["CI", "GITHUB_ACTIONS"]) {
    const pipeline = { [variable]: "true" };
    expect(problemOf({}, pipeline)).toMatch(/token .* is not set, (?!.*platformctl login)/);
    expect(settingsOf({}, { ...pipeline, PLATFORM_SESSION_FILE: file }).access.kind).toBe("session");
  }
  expect(settingsOf({}, { CI: "false" }).access.kind).toBe("session");
});

test("the login is good for its own platform, and shown to no other", () => {
  expect(settingsOf({ base_url: `${platform.baseUrl}/`, auth_url: platform.authUrl }).access.kind).toBe("session");
  expect(problemOf({ base_url: other })).toContain(
    `base_url (PLATFORM_BASE_URL) is not ${platform.baseUrl}, where the login is good. Run \`platformctl login`,
  );
  expect(problemOf({ base_url: platform.baseUrl, auth_url: other })).toBe(
    `auth_url (PLATFORM_AUTH_URL) is not ${platform.authUrl}, which the login is of. Run \`platformctl login --auth-url ${other}\` for another.`,
  );
});

test("a login whose token tells no address needs one that is set", () => {
  const token = ["header", Buffer.from('{"aud":["registry.example.com"]}').toString("base64url"), "signature"].join(
    ".",
  );
  writeSession(file, { ...loggedIn, token });
  expect(problemOf({})).toMatch(/^base_url \(PLATFORM_BASE_URL\) is not set/);
});

test("a file that holds no session, or cannot be read, is named", () => {
  const damaged = [{ authUrl: "nowhere" }, { authUrl: "ftp://auth.example.com" }, { authUrl: 1 }, { expiry: "never" }];
  for (const text of ["{", "{}", ...damaged.map((part) => JSON.stringify({ ...loggedIn, ...part }))]) {
    writeFileSync(file, text);
    expect(problemOf({ base_url: other })).toBe(
      `token (PLATFORM_TOKEN) is not set, and ${file} does not hold a session; \`platformctl login\` makes another.`,
    );
  }
  rmSync(file);
  mkdirSync(file);
  expect(problemOf({ base_url: other })).toContain(`cannot read ${file}: EISDIR`);
  rmSync(file, { recursive: true });
  expect(problemOf({ base_url: other })).toContain("A person logs in with `platformctl login` instead.");
});

test("a token that is about to expire is replaced once, though many ask, and kept for others", async () => {
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

test("a token that the service refuses is replaced", async () => {
  const credentials = sessionToken(file);
  const token = await credentials.token();
  const renewed = await credentials.token({ refused: token });
  loggedIn = readSession(file);
  expect(renewed).not.toBe(token);
  expect(loggedIn.token).toBe(renewed);
});

test("a lock that a dead process left is taken over, and one of a living one is waited for", async () => {
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

test("a refresh token that could not be replaced in the file is not used", async () => {
  if (process.getuid?.() === 0) return;
  writeSession(file, { ...loggedIn, expiry: soon() });
  const before = exchanges();
  chmodSync(path.dirname(file), 0o500);
  await expect(sessionToken(file).token()).rejects.toMatchObject({ message: expect.stringContaining("EACCES") });
  chmodSync(path.dirname(file), 0o700);
  expect(exchanges()).toBe(before);
});

test("an answer without tokens leaves the session as it is", async () => {
  const server = createServer((_, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const session = { ...loggedIn, authUrl, expiry: soon() };
  writeSession(file, session);
  await expect(sessionToken(file).token()).rejects.toMatchObject({
    code: "UNKNOWN",
    message: `${authUrl} answered a renewal of the login without tokens`,
  });
  expect(readSession(file)).toEqual(session);
  server.close();
});

test("a login that has ended is said to, and not tried again", async () => {
  writeSession(file, { ...loggedIn, expiry: soon(), refreshToken: "used-before" });
  const before = exchanges();
  const credentials = sessionToken(file);
  for (let time = 1; time <= 2; time++)
    await expect(credentials.token()).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: `the login has ended; \`platformctl login --auth-url ${platform.authUrl}\` begins another`,
    });
  expect(exchanges()).toBe(before + 1);
});

test("who takes a token along gets one with half of its life before it", async () => {
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

test("tokens for the registry come of it, and for another identity only where that trusts the person", async () => {
  const token = await tokenFor(settingsOf(), { audience: REGISTRY }).token();
  await expect(platform.platform.tokens.verify(token, REGISTRY)).resolves.toHaveProperty("audiences", [REGISTRY]);
  const client = clientFrom(settingsOf({ identity: platform.identityUid, token_cache: false }));
  await expect(client.groups.page()).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(
      /^Cannot exchange the login of platformctl .* Without identity, whoever logged in acts/,
    ),
  });
  await client.close();
});
