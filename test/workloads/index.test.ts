import { githubActions, missingTokenAdvice, tokenSource, workloads } from "../../src/workloads";

test("workloads have ids of their own, in kebab-case, and titles", () => {
  const ids = workloads.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title } of workloads) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).not.toBe("");
  }
  expect(workloads).toContain(githubActions);
});

test("the token source is that of the system that runs the process", () => {
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.com?a=b", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "s3cret" };
  expect(tokenSource(env)?.title).toBe("GitHub Actions' token service");
});

test("outside of all known systems there is neither a token source nor advice", () => {
  expect(tokenSource({})).toBeUndefined();
  expect(missingTokenAdvice({})).toBeUndefined();
});

test("a pipeline that was offered no token gets its system's advice", () => {
  expect(missingTokenAdvice({ GITHUB_ACTIONS: "true" })).toContain("id-token: write");
});
