import { spawnSync } from "node:child_process";
import path from "node:path";
import { dockerCredential } from "../../src/cli/docker-credential";
import { decodeClaims } from "../../src/client/tokens/jwt";
import { startPlatform, type TestPlatform } from "../../src/testing";

const registry = "registry.example.com";
const built = path.resolve(__dirname, "../../dist/docker-credential-platform.js");

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ registryHost: registry });
});
afterAll(() => platform?.close());

async function run(action: string, input: string, env: Record<string, string> = {}) {
  let stdout = "";
  const output = {
    stdout: (text: string) => {
      stdout += text;
    },
    stderr: () => {
      throw new Error("Docker ignores standard error");
    },
  };
  const all = { ...platform.environment(), PLATFORM_REGISTRY_HOSTS: registry, ...env };
  return { code: await dockerCredential(action, input, all, output), stdout };
}

test.each([registry, `https://${registry}/v2/`, `${registry}\n`])("get returns a token for %j", async (server) => {
  const { code, stdout } = await run("get", server);
  expect(code).toBe(0);
  const { ServerURL, Username, Secret } = JSON.parse(stdout);
  expect({ ServerURL, Username }).toEqual({ ServerURL: server.trim(), Username: "_token" });
  expect(decodeClaims(Secret)).toMatchObject({ aud: registry, sub: platform.identityUid });
});

test("get sends no token to a registry that is not configured", async () => {
  const notFound = { code: 1, stdout: "credentials not found in native keychain\n" };
  const before = platform.requests.length;
  expect(await run("get", "https://index.docker.io/v1/")).toEqual(notFound);
  expect(await run("get", `${registry}.example.org`)).toEqual(notFound);
  expect(await run("get", registry, { PLATFORM_REGISTRY_HOSTS: "" })).toEqual(notFound);
  expect(platform.requests).toHaveLength(before);
});

test("get says in one line on standard output why there is no token", async () => {
  const identity = `${platform.groupUid}/${"0".repeat(16)}`;
  const refused = await run("get", registry, { PLATFORM_IDENTITY: identity });
  expect(refused).toEqual({ code: 1, stdout: expect.stringMatching(/^Cannot exchange .*\n$/) });
  const none = await dockerCredentialWithoutSettings();
  expect(none).toEqual({ code: 1, stdout: expect.stringContaining("base_url (PLATFORM_BASE_URL) is not set") });
});

const dockerCredentialWithoutSettings = async () => {
  let stdout = "";
  const output = {
    stdout: (text: string) => {
      stdout += text;
    },
    stderr: () => {},
  };
  const code = await dockerCredential("get", registry, { PLATFORM_REGISTRY_HOSTS: registry, CI: "true" }, output);
  return { code, stdout };
};

test("stores nothing", async () => {
  expect(await run("list", "")).toEqual({ code: 0, stdout: "{}\n" });
  expect(await run("erase", registry)).toEqual({ code: 0, stdout: "" });
  expect(await run("store", "{}")).toMatchObject({ code: 1, stdout: expect.stringContaining("stores no credentials") });
  expect(await run("other", "")).toMatchObject({ code: 1, stdout: expect.stringMatching(/^usage: /) });
});

test("runs as the program that Docker starts", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [built, "get"], {
    input: "https://index.docker.io/v1/",
    encoding: "utf8",
    env: {},
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "credentials not found in native keychain\n",
    stderr: "",
  });
});
