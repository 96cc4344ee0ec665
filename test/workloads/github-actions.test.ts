import { type GithubActionsOptions, githubActions } from "../../src/workloads/github-actions";
import { WorkloadOptionError } from "../../src/workloads/workload";

const repository = "octo-org/octo-repo";

describe("the subject of a GitHub Actions job", () => {
  const subjects: readonly [string, GithubActionsOptions, string][] = [
    [
      "is the branch main unless something else is named",
      { repository },
      "repo:octo-org/octo-repo:ref:refs/heads/main",
    ],
    [
      "names a branch, slashes and all",
      { repository, branch: "release/1.2" },
      "repo:octo-org/octo-repo:ref:refs/heads/release/1.2",
    ],
    ["names a tag", { repository, tag: "v1.2.0" }, "repo:octo-org/octo-repo:ref:refs/tags/v1.2.0"],
    [
      "names an environment",
      { repository, environment: "Production" },
      "repo:octo-org/octo-repo:environment:Production",
    ],
    [
      "escapes colons in an environment's name",
      { repository, environment: "Production:V1" },
      "repo:octo-org/octo-repo:environment:Production%3AV1",
    ],
    ["stands for all pull requests", { repository, pullRequest: true }, "repo:octo-org/octo-repo:pull_request"],
    [
      "takes pullRequest: false as not said",
      { repository, pullRequest: false, tag: "v1" },
      "repo:octo-org/octo-repo:ref:refs/tags/v1",
    ],
    [
      "keeps the case of the repository",
      { repository: "Octo-Org/Some.Repo_1" },
      "repo:Octo-Org/Some.Repo_1:ref:refs/heads/main",
    ],
    [
      "carries the ids of owner and repository where they are given",
      { repository, repositoryOwnerId: 123456, repositoryId: "456789", environment: "prod" },
      "repo:octo-org@123456/octo-repo@456789:environment:prod",
    ],
  ];

  test.each(subjects)("%s", (_, options, subject) => {
    expect(githubActions.claims(options).subject).toBe(subject);
  });

  const refused: readonly [string, Partial<Record<keyof GithubActionsOptions, unknown>>, string, string][] = [
    [
      "a repository without its owner",
      { repository: "octo-repo" },
      "repository",
      'repository must be OWNER/NAME, such as octo-org/octo-repo, not "octo-repo"',
    ],
    [
      "a repository's URL",
      { repository: "https://github.com/octo-org/octo-repo" },
      "repository",
      "repository must be OWNER/NAME",
    ],
    [
      "a repository that would reach into the rest of the subject",
      { repository: "octo-org/octo-repo:ref" },
      "repository",
      "repository must be OWNER/NAME",
    ],
    ["no repository", {}, "repository", "repository must be OWNER/NAME, such as octo-org/octo-repo, not undefined"],
    [
      "a branch together with an environment",
      { repository, branch: "main", environment: "prod" },
      "environment",
      "environment conflicts with branch: at most one of branch, branches, tag, environment, pullRequest may be set",
    ],
    [
      "a tag together with pull requests",
      { repository, tag: "v1", pullRequest: true },
      "pullRequest",
      "pullRequest conflicts with tag",
    ],
    [
      "a branch's full ref",
      { repository, branch: "refs/heads/main" },
      "branch",
      'branch must be a short name, without refs/heads/ or refs/tags/, not "refs/heads/main"',
    ],
    [
      "a wildcard for a branch",
      { repository, branch: "*" },
      "branch",
      'branch must be a valid git branch name, not "*"',
    ],
    ["an empty branch", { repository, branch: "" }, "branch", "branch must be a valid git branch name"],
    ["a tag with a space", { repository, tag: "v 1" }, "tag", "tag must be a valid git tag name"],
    ["an empty environment", { repository, environment: "" }, "environment", "environment must not be empty"],
    [
      "a repository's id without its owner's",
      { repository, repositoryId: 1 },
      "repositoryOwnerId",
      "repositoryOwnerId is required when repositoryId is set",
    ],
    [
      "branches that any name matches",
      { repository, branches: ["*"] },
      "branches",
      'branches must be names, or patterns that begin with a literal part, such as release/*, not "*"',
    ],
    ["branches with a double wildcard", { repository, branches: ["a**"] }, "branches", "branches must be names, or"],
    [
      "an invalid branch of several",
      { repository, branches: ["main", "a b"] },
      "branches",
      "branches must be a valid git branch name",
    ],
    ["no branches", { repository, branches: [] }, "branches", "branches must be an array of branches, not []"],
    [
      "a reusable workflow without a full ref",
      { repository, reusableWorkflow: "octo-org/automation/.github/workflows/deploy.yml@v1" },
      "reusableWorkflow",
      "reusableWorkflow must be OWNER/REPOSITORY/.github/workflows/FILE@REF",
    ],
    [
      "any reusable workflow",
      { repository, reusableWorkflow: "octo-org/automation/.github/workflows/*.yml@refs/heads/*" },
      "reusableWorkflow",
      "reusableWorkflow must be OWNER/REPOSITORY/.github/workflows/FILE@REF",
    ],
    [
      "an owner's id without the repository's",
      { repository, repositoryOwnerId: 1 },
      "repositoryId",
      "repositoryId is required when repositoryOwnerId is set",
    ],
    [
      "an id that is no number",
      { repository, repositoryOwnerId: "octo-org", repositoryId: 1 },
      "repositoryOwnerId",
      'repositoryOwnerId must be GitHub\'s numeric id, not "octo-org"',
    ],
  ];

  test.each(refused)("rejects %s", (_, options, option, message) => {
    const error = thrownBy(() => githubActions.claims(options as unknown as GithubActionsOptions).subject);
    expect(error).toBeInstanceOf(WorkloadOptionError);
    expect(error).toMatchObject({ option, message: expect.stringContaining(message) });
  });
});

describe("the issuer of GitHub Actions tokens", () => {
  test("defaults to github.com", () => {
    expect(githubActions.claims({ repository }).issuer).toBe("https://token.actions.githubusercontent.com");
  });

  test.each([
    "https://github.example.com/_services/token",
    "https://token.actions.octocorp.ghe.com",
    "http://127.0.0.1:9000",
  ])("can be %s", (issuer) => {
    expect(githubActions.claims({ repository, issuer }).issuer).toBe(issuer);
  });

  test.each(["", "github.example.com", "https://", "https://github.example.com/", "https://github.example.com?a=b"])(
    "cannot be %p",
    (issuer) => {
      const error = thrownBy(() => githubActions.claims({ repository, issuer }).issuer);
      expect(error).toBeInstanceOf(WorkloadOptionError);
      expect(error).toMatchObject({
        option: "issuer",
        message: `issuer must be a URL without query, fragment or trailing slash, not ${JSON.stringify(issuer)}`,
      });
    },
  );
});

describe("the token of a GitHub Actions job", () => {
  const env = {
    GITHUB_ACTIONS: "true",
    ACTIONS_ID_TOKEN_REQUEST_URL: "https://pipelines.example.com/token?api-version=2.0",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "s3cret",
  };

  test("is requested with the runner's URL and secret, and the audience", () => {
    expect(githubActions.tokenSource(env)?.request("https://auth.example.com/?a&b")).toEqual({
      url: "https://pipelines.example.com/token?api-version=2.0&audience=https%3A%2F%2Fauth.example.com%2F%3Fa%26b",
      headers: { accept: "application/json", authorization: "Bearer s3cret" },
    });
  });

  test("is requested from a URL without a query", () => {
    const source = githubActions.tokenSource({
      ...env,
      ACTIONS_ID_TOKEN_REQUEST_URL: "https://pipelines.example.com/token",
    });
    expect(source?.request("me").url).toBe("https://pipelines.example.com/token?audience=me");
  });

  test("is the value of the response", () => {
    expect(githubActions.tokenSource(env)?.read({ count: 1, value: "a.b.c" })).toBe("a.b.c");
  });

  test.each([undefined, null, "a.b.c", {}, { value: "" }, { value: 1 }, []])(
    "is not found in the response %p",
    (body) => {
      expect(() => githubActions.tokenSource(env)?.read(body)).toThrow(
        "GitHub Actions' token service returned no token",
      );
    },
  );

  test("has no source if either variable is missing or empty", () => {
    expect(githubActions.tokenSource({})).toBeUndefined();
    expect(githubActions.tokenSource({ ...env, ACTIONS_ID_TOKEN_REQUEST_URL: undefined })).toBeUndefined();
    expect(githubActions.tokenSource({ ...env, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "" })).toBeUndefined();
  });

  test("has advice only in a job without the permission", () => {
    expect(githubActions.missingTokenAdvice({ GITHUB_ACTIONS: "true" })).toBe(
      "Add `permissions: { id-token: write }` to the GitHub Actions job.",
    );
    expect(githubActions.missingTokenAdvice(env)).toBeUndefined();
    expect(githubActions.missingTokenAdvice({})).toBeUndefined();
  });
});

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}
