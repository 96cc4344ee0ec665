import { githubActions, isPipeline, missingTokenAdvice, tokenSource, workloads } from "../../src/workloads";

test("gives workloads unique kebab-case ids and titles", () => {
  const ids = workloads.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title } of workloads) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).not.toBe("");
  }
  expect(workloads).toContain(githubActions);
});

test("returns the token source of the system that runs the process", () => {
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.com?a=b", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "s3cret" };
  expect(tokenSource(env)?.title).toBe("GitHub Actions' token service");
});

test("returns no token source or advice outside all supported systems", () => {
  expect(tokenSource({})).toBeUndefined();
  expect(missingTokenAdvice({})).toBeUndefined();
});

test("returns advice in a pipeline without a token", () => {
  expect(missingTokenAdvice({ GITHUB_ACTIONS: "true" })).toContain("id-token: write");
});

test("finds the process's token in each system", () => {
  expect(tokenSource({ CIRCLECI: "true", CIRCLE_OIDC_TOKEN_V2: "a.b.c" })).toMatchObject({ token: "a.b.c" });
  const run = { TFC_RUN_ID: "run-1", TFC_WORKLOAD_IDENTITY_TOKEN: "shared" };
  expect(tokenSource(run)).toMatchObject({ token: "shared" });
  expect(tokenSource({ ...run, TFC_WORKLOAD_IDENTITY_TOKEN_PLATFORM: "own" })).toMatchObject({ token: "own" });
  const source = tokenSource({ BUILDKITE: "true", BUILDKITE_JOB_ID: "job", BUILDKITE_AGENT_ACCESS_TOKEN: "secret" });
  expect(source?.kind === "command" && source.command("https://auth.example.com")).toEqual([
    "buildkite-agent",
    "oidc",
    "request-token",
    "--audience",
    "https://auth.example.com",
  ]);
});

test.each([
  [{ BITBUCKET_BUILD_NUMBER: "7", BITBUCKET_STEP_OIDC_TOKEN: "a.b.c" }, "Bitbucket Pipelines"],
  [{ SPACELIFT_OIDC_TOKEN: "a.b.c" }, "Spacelift"],
  [{ PULUMI_OIDC_TOKEN: "a.b.c" }, "Pulumi Cloud"],
])("finds the token in %j", (env, title) => {
  expect(tokenSource(env as Record<string, string>)).toMatchObject({ title, token: "a.b.c" });
});

test.each([
  ["BITBUCKET_BUILD_NUMBER", "7", /oidc: true/],
  ["GITLAB_CI", "true", /id_tokens: { PLATFORM_IDENTITY_TOKEN: { aud: <auth_url> } }/],
  ["TFC_RUN_ID", "run-1", /TFC_WORKLOAD_IDENTITY_AUDIENCE/],
  ["CIRCLECI", "true", /builds of forked pull requests/],
])("advises what %s needs if there is no token", (variable, value, advice) => {
  expect(missingTokenAdvice({ [variable]: value })).toMatch(advice);
  expect(tokenSource({ [variable]: value })).toBeUndefined();
});

test.each([
  [{}, false],
  [{ CI: "false" }, false],
  [{ CI: "" }, false],
  [{ CI: "true" }, true],
  [{ CI: "woodpecker" }, true],
  [{ TFC_RUN_ID: "run-1" }, true],
  [{ BUILDKITE: "true" }, true],
  [{ KUBERNETES_SERVICE_HOST: "10.0.0.1" }, false],
])("detects whether %j is the environment of a pipeline: %p", (env, expected) => {
  expect(isPipeline(env as Record<string, string>)).toBe(expected);
});
