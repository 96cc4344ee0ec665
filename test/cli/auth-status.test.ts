import { spawnSync } from "node:child_process";
import { credentialStatus } from "../../src/client/credential-sources";
import { startPlatform } from "../../src/testing";
import { workloads } from "../../src/workloads";
import { built } from "./built-command";

const address = { PLATFORM_BASE_URL: "https://api.example.com", PLATFORM_AUTH_URL: "https://auth.example.com" };
const identity = `${"a".repeat(40)}/${"1".repeat(16)}`;

const status = (env: Record<string, string>, ...args: string[]) => {
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(process.execPath, [built, "auth", "status", ...args], {
    encoding: "utf8",
    env: { HOME: "/nonexistent", ...env },
  });
  return { code, stdout, stderr };
};

test("says which source is used, and why the others are not", () => {
  const env = { ...address, PLATFORM_TOKEN: "secret", GITHUB_ACTIONS: "true" };
  const { code, stdout, stderr } = status(env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^base_url: https:\/\/api\.example\.com\n\n\* token \(PLATFORM_TOKEN\) +used\n/);
  expect(stdout).toMatch(/identity_token \(PLATFORM_IDENTITY_TOKEN\) +not set\n/);
  expect(stdout).toMatch(/GitHub Actions +Add `permissions: \{ id-token: write \}` to the GitHub Actions job\n/);
  expect(stdout).toMatch(/GitLab CI +this process does not run there\n/);
  expect(stdout).toMatch(/login session +not used in a pipeline, unless PLATFORM_SESSION_FILE names its file\n$/);
  expect(stdout).not.toContain("secret");
});

test("reports the problems, without any usable source", () => {
  const { code, stdout, stderr } = status({ ...address, PLATFORM_IDENTITY: identity });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("identity (PLATFORM_IDENTITY) is set without an identity token"),
  });
  expect(stdout).toMatch(/login session +\S+session\.json does not exist; log in with `platformctl login`\n$/);
  expect(JSON.parse(status(address, "--json").stdout)).toMatchObject({ settings: {}, problems: [expect.any(String)] });
});

test("names a source that another one precedes", async () => {
  const platform = await startPlatform();
  try {
    const { sources, resolved } = credentialStatus({ ...platform.environment(), PLATFORM_IDENTITY_TOKEN: "literal" });
    expect(resolved?.access.kind).toBe("exchange");
    expect(sources.filter(({ isUsed }) => isUsed).map(({ title }) => title)).toEqual([
      "identity_token (PLATFORM_IDENTITY_TOKEN)",
    ]);
    expect(sources).toContainEqual({
      title: "GitHub Actions' token service",
      isUsed: false,
      reason: "identity_token (PLATFORM_IDENTITY_TOKEN) takes precedence",
    });
    const own = credentialStatus(platform.environment());
    expect(own.sources.find(({ isUsed }) => isUsed)?.title).toBe("GitHub Actions' token service");
  } finally {
    await platform.close();
  }
});

test("lists every supported system", () => {
  const titles = credentialStatus({}).sources.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(workloads.map(({ title }) => title)));
});
