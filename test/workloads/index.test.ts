import { githubActions, missingTokenAdvice, tokenSource, workloads } from "../../src/workloads";

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
