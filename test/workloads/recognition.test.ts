import type { Workload } from "../../src/workloads";
import * as workloads from "../../src/workloads";

const uuid = "0f0e0d0c-0b0a-4908-8706-050403020100";

/** Options of each system by its id, with all that can be combined. */
const samples: Readonly<Record<string, readonly object[]>> = {
  "github-actions": [
    { repository: "octo-org/octo-repo", branch: "main" },
    { repository: "octo-org/octo-repo", tag: "v1.2.0" },
    { repository: "octo-org/octo-repo", environment: "production: eu" },
    { repository: "octo-org/octo-repo", pullRequest: true, repositoryOwnerId: "1", repositoryId: "2" },
    {
      repository: "octo-org/octo-repo",
      branch: "main",
      reusableWorkflow: "octo-org/automation/.github/workflows/deploy.yml@refs/tags/v1",
    },
    { repository: "o/r", branch: "release/1.2", issuer: "https://github.example.com/_services/token" },
  ],
  spacelift: [{ host: "acme.app.spacelift.io", space: "root", stack: "access", runType: "TRACKED", scope: "write" }],
  "google-cloud": [{ serviceAccountId: "112233445566778899001" }],
  "pulumi-cloud": [
    { organization: "acme", project: "access.code", stack: "production" },
    { organization: "acme", project: "access", stack: "production", operation: "preview" },
  ],
  "aws-role": [
    {
      issuer: "https://0f0e0d0c-0b0a-4908-8706-050403020100.tokens.sts.global.api.aws",
      roleArn: "arn:aws:iam::123456789012:role/deploy",
    },
  ],
  "gitlab-ci": [
    { project: "acme/platform/access", branch: "main" },
    { project: "acme/access", tag: "v1", issuer: "https://gitlab.example.com" },
  ],
  "hcp-terraform": [
    { organization: "acme", workspace: "access" },
    { organization: "acme", project: "Access", workspace: "access", runPhase: "apply" },
    { organization: "acme", workspace: "access", issuer: "https://tfe.example.com" },
  ],
  "circle-ci": [
    { organizationId: uuid, projectId: uuid, repository: "github.com/octo-org/octo.repo", branch: "main" },
    { organizationId: uuid, projectId: uuid, repository: "github.com/octo-org/octo-repo", tag: "v1.0" },
  ],
  buildkite: [
    { organization: "acme", pipeline: "deploy-access", branch: "release/1.2" },
    { organization: "acme", pipeline: "deploy", tag: "v1.0" },
  ],
  kubernetes: [{ issuer: "https://cluster.example.com/id", namespace: "payments", serviceAccount: "api.v1" }],
};

const all = workloads.workloads as readonly Workload<never>[];
const rows = Object.entries(samples).flatMap(([id, options]) => options.map((each) => [id, each] as const));

test.each(rows)("finds the options of %s in their claims: %j", (id, options) => {
  const workload = all.find((each) => each.id === id)!;
  expect(workload.optionsOf!(workload.claims(options as never))).toEqual(options);
});

/** Returns the claims that a system's options result in, as far as its options are valid. */
function claimsOf(workload: Workload<never>, options: object): unknown {
  try {
    return workload.claims(options as never);
  } catch {
    return undefined;
  }
}

test("no system recognizes the claims of another", () => {
  for (const [id, options] of rows) {
    const claims = all.find((each) => each.id === id)!.claims(options as never);
    const found = all.filter((each) => {
      const own = each.id === id ? undefined : each.optionsOf?.(claims);
      return own !== undefined && JSON.stringify(claimsOf(each, own)) === JSON.stringify(claims);
    });
    expect(found.map((each) => each.id)).toEqual([]);
  }
});
