import { type ConfiguredSettings, resolveConfiguration, SettingsError, settings } from "../../src/client";

const identity = `${"a".repeat(40)}/${"1".repeat(16)}`;
const base = { base_url: "https://platform.example.com" };
const both = { ...base, auth_url: "https://auth.example.com" };
const github = {
  GITHUB_ACTIONS: "true",
  ACTIONS_ID_TOKEN_REQUEST_URL: "https://runner.example.com/token?v=1",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request-secret",
};
const everything = {
  PLATFORM_TOKEN: "env-token",
  PLATFORM_IDENTITY_TOKEN: "env-literal",
  PLATFORM_IDENTITY_TOKEN_FILE: "/env/file",
  ...github,
};

const accessOf = (given: ConfiguredSettings, env: Record<string, string> = {}) =>
  resolveConfiguration(given, env).access;
const problemsOf = (given: ConfiguredSettings, env: Record<string, string> = {}) => {
  try {
    resolveConfiguration(given, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(({ setting, problem }) => [setting, problem]);
    throw error;
  }
  return [];
};

test("gives every setting its own variable and a description", () => {
  const variables = Object.entries(settings).map(([name, { env, description }]) => {
    expect(description).toMatch(/^[A-Z].*\.$/);
    return [name, env];
  });
  expect(variables).toEqual(Object.keys(settings).map((name) => [name, `PLATFORM_${name.toUpperCase()}`]));
});

describe("resolving settings", () => {
  test("uses configured values first, then the environment", () => {
    const env = { PLATFORM_BASE_URL: "https://other.example.com", PLATFORM_TOKEN: " t\n", PLATFORM_INSECURE: "true" };
    expect(resolveConfiguration({}, env)).toEqual({
      baseUrl: "https://other.example.com",
      insecure: true,
      access: { kind: "token", token: "t" },
      refresh: "bulk",
      directory: "/tmp",
      tokenCacheEnabled: true,
    });
    expect(resolveConfiguration({ token_cache: false }, env)).toMatchObject({ tokenCacheEnabled: false });
    expect(resolveConfiguration({ ...base, insecure: false }, env)).toMatchObject({
      baseUrl: base.base_url,
      insecure: false,
    });
  });

  test("treats null and empty values as unset", () => {
    const given = { ...both, token: "", identity: null, identity_token: "literal" };
    expect(accessOf(given, { PLATFORM_IDENTITY: "" })).toEqual({
      kind: "exchange",
      authUrl: both.auth_url,
      source: { kind: "literal", token: "literal" },
      sourceAudience: both.auth_url,
    });
  });

  test("strips trailing slashes from addresses", () => {
    const read = resolveConfiguration(
      { base_url: `${both.base_url}/`, auth_url: `${both.auth_url}/`, identity_token: "l" },
      {},
    );
    expect(read).toMatchObject({
      baseUrl: both.base_url,
      access: { authUrl: both.auth_url, sourceAudience: both.auth_url },
    });
  });
});

describe("the source of access is the first of", () => {
  test("the configured token", () => {
    expect(accessOf({ ...base, token: "configured" }, everything)).toEqual({ kind: "token", token: "configured" });
  });

  test("the configured source of identity tokens, for an identity from the configuration or environment", () => {
    expect(
      accessOf({ ...both, identity_token: "configured" }, { ...everything, PLATFORM_IDENTITY: identity }),
    ).toMatchObject({
      identity,
      source: { kind: "literal", token: "configured" },
    });
    expect(accessOf({ ...both, identity_token_file: "/configured" }, everything)).toMatchObject({
      source: { kind: "file", path: "/configured" },
    });
  });

  test("the configured identity, with the environment's sources in order", () => {
    const given = { ...both, identity };
    const { PLATFORM_IDENTITY_TOKEN: _literal, ...withoutLiteral } = everything;
    const { PLATFORM_IDENTITY_TOKEN_FILE: _file, ...withGithub } = withoutLiteral;
    expect(accessOf(given, everything)).toMatchObject({ identity, source: { kind: "literal", token: "env-literal" } });
    expect(accessOf(given, withoutLiteral)).toMatchObject({ identity, source: { kind: "file", path: "/env/file" } });
    expect(accessOf(given, withGithub)).toMatchObject({
      identity,
      source: { kind: "workload", source: { title: "GitHub Actions' token service" } },
    });
  });

  test("PLATFORM_TOKEN, before GitHub", () => {
    expect(accessOf(base, { ...github, PLATFORM_TOKEN: "env-token" })).toEqual({ kind: "token", token: "env-token" });
  });

  test("the other environment variables", () => {
    const { PLATFORM_TOKEN: _token, ...env } = everything;
    expect(accessOf(both, env)).toMatchObject({ source: { kind: "literal" } });
    expect(accessOf(both, { ...github, PLATFORM_IDENTITY: identity })).toMatchObject({
      identity,
      source: { kind: "workload" },
    });
  });
});

test("accepts the audience of identity tokens from configuration or environment", () => {
  const given = { ...both, identity_token: "l" };
  const env = { PLATFORM_IDENTITY_TOKEN_AUDIENCE: "env" };
  expect(accessOf(given, env)).toMatchObject({ sourceAudience: "env" });
  expect(accessOf({ ...given, identity_token_audience: "given" }, env)).toMatchObject({ sourceAudience: "given" });
});

test("accepts the organization from configuration or environment, with or without an identity", () => {
  const given = { ...both, identity_token: "l" };
  const env = { PLATFORM_ORGANIZATION: "env" };
  expect(accessOf(given, {})).not.toHaveProperty("organization");
  expect(accessOf(given, env)).toMatchObject({ organization: "env" });
  expect(accessOf({ ...given, identity, organization: "given" }, env)).toMatchObject({
    identity,
    organization: "given",
  });
});

describe("problems name the setting and its variable:", () => {
  const token = { token: "t" };
  test.each<[string, ConfiguredSettings, Record<string, string>, [string, string][]]>([
    [
      "nothing set",
      {},
      {},
      [
        [
          "base_url",
          "base_url (PLATFORM_BASE_URL) is not set. The URL of the platform's API, such as https://platform.example.com.",
        ],
        [
          "token",
          "token (PLATFORM_TOKEN) is not set, and neither is identity (PLATFORM_IDENTITY) with identity_token (PLATFORM_IDENTITY_TOKEN) or identity_token_file (PLATFORM_IDENTITY_TOKEN_FILE). Users can log in with `platformctl login` instead.",
        ],
      ],
    ],
    [
      "no address to exchange at",
      { ...base, identity_token: "l" },
      {},
      [["auth_url", "auth_url (PLATFORM_AUTH_URL) is not set. The URL of the token service. Not needed with a token."]],
    ],
    [
      "an identity without a token",
      { ...both, identity },
      {},
      [
        [
          "identity",
          "identity (PLATFORM_IDENTITY) is set without an identity token: set identity_token (PLATFORM_IDENTITY_TOKEN) or identity_token_file (PLATFORM_IDENTITY_TOKEN_FILE).",
        ],
      ],
    ],
    [
      "an identity in a pipeline that is offered no token",
      { ...both, identity },
      { GITHUB_ACTIONS: "true" },
      [
        [
          "identity",
          "identity (PLATFORM_IDENTITY) is set without an identity token: set identity_token (PLATFORM_IDENTITY_TOKEN) or identity_token_file (PLATFORM_IDENTITY_TOKEN_FILE). Add `permissions: { id-token: write }` to the GitHub Actions job.",
        ],
      ],
    ],
    [
      "a pipeline without an identity",
      both,
      github,
      [
        [
          "identity",
          "identity (PLATFORM_IDENTITY) is not set; set it to the uid of the identity to assume with the token from GitHub Actions' token service.",
        ],
      ],
    ],
    [
      "a token beside what it replaces",
      { ...both, ...token, identity, identity_token: "l" },
      {},
      [
        ["token", "token (PLATFORM_TOKEN) conflicts with identity (PLATFORM_IDENTITY): only one may be set."],
        [
          "token",
          "token (PLATFORM_TOKEN) conflicts with identity_token (PLATFORM_IDENTITY_TOKEN): only one may be set.",
        ],
      ],
    ],
    [
      "a token beside an organization in the environment",
      both,
      { PLATFORM_TOKEN: "t", PLATFORM_ORGANIZATION: "acme" },
      [["token", "token (PLATFORM_TOKEN) conflicts with organization (PLATFORM_ORGANIZATION): only one may be set."]],
    ],
    [
      "a token in the environment beside an organization that is configured",
      { ...both, organization: "acme" },
      { PLATFORM_TOKEN: "t" },
      [
        [
          "organization",
          "organization (PLATFORM_ORGANIZATION) is configured, so PLATFORM_TOKEN is ignored; an access token needs no organization.",
        ],
      ],
    ],
    [
      "the same in the environment",
      both,
      { PLATFORM_TOKEN: "t", PLATFORM_IDENTITY: identity },
      [["token", "token (PLATFORM_TOKEN) conflicts with identity (PLATFORM_IDENTITY): only one may be set."]],
    ],
    [
      "two sources",
      { ...both, identity_token: "l", identity_token_file: "/f" },
      {},
      [
        [
          "identity_token",
          "identity_token (PLATFORM_IDENTITY_TOKEN) conflicts with identity_token_file (PLATFORM_IDENTITY_TOKEN_FILE): only one may be set.",
        ],
      ],
    ],
    [
      "an identity that is none",
      { ...both, identity: "ci", identity_token: "l" },
      {},
      [["identity", "identity (PLATFORM_IDENTITY) must be the uid of an identity."]],
    ],
    [
      "a token that is none",
      { ...base, token: "two words" },
      {},
      [["token", "token (PLATFORM_TOKEN) must be a single token without whitespace."]],
    ],
    [
      "a switch that is none",
      { ...base, ...token },
      { PLATFORM_INSECURE: "maybe" },
      [["insecure", "insecure (PLATFORM_INSECURE) must be true or false."]],
    ],
    [
      "a way to refresh that is none",
      { ...base, ...token, refresh: "often" },
      {},
      [["refresh", "refresh (PLATFORM_REFRESH) must be one of bulk, direct."]],
    ],
    [
      "plain http",
      { base_url: "http://platform.example.com", ...token },
      {},
      [
        [
          "base_url",
          "base_url (PLATFORM_BASE_URL) must be https: plain http would expose tokens; set insecure to allow it.",
        ],
      ],
    ],
  ])("%s", (_name, given, env, problems) => {
    expect(problemsOf(given, env)).toEqual(problems);
  });
});

test("ignores conflicts in a layer that is not used", () => {
  const env = { PLATFORM_TOKEN: "t", PLATFORM_IDENTITY: identity };
  expect(accessOf({ ...base, token: "configured" }, env)).toMatchObject({ token: "configured" });
});
