import { startPlatform, type TestPlatform } from "../../src/testing";
import {
  awsRole,
  azureDevops,
  type BuildkiteOptions,
  bitbucketPipelines,
  buildkite,
  type CircleCiOptions,
  circleCi,
  type GitlabCiOptions,
  githubActions,
  gitlabCi,
  googleCloud,
  type HcpTerraformOptions,
  hcpTerraform,
  kubernetes,
  pulumiCloud,
  spacelift,
  type WorkloadClaims,
} from "../../src/workloads";

const organizationId = "0a1b2c3d-0000-4000-8000-00000000000a";
const projectId = "0a1b2c3d-0000-4000-8000-00000000000b";
const inCircle: CircleCiOptions = { organizationId, projectId, repository: "github.com/octo-org/octo.repo" };
const circle = `org/${organizationId}/project/${projectId}/user/u-1/vcs-origin/github.com/octo-org/octo.repo/vcs-ref`;
const kite = "organization:acme:pipeline:deploy-access:ref";
const inBuildkite: BuildkiteOptions = { organization: "acme", pipeline: "deploy-access" };
const inHcp: HcpTerraformOptions = { organization: "acme", workspace: "access" };
const hcp = "organization:acme:project:Default Project:workspace:access:run_phase";
const inCluster = { issuer: "https://oidc.example.com/cluster/", namespace: "ci", serviceAccount: "access.runner" };
const project = "acme/platform/access.code";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/**
 * Reports whether the subject can assume an identity that matches the claims, with the test issuer in place of theirs.
 */
async function assumes({ issuer: _, ...claims }: WorkloadClaims, token: Claims): Promise<boolean> {
  const claimMatch = { ...claims, issuer: platform.issuer.issuer };
  const { uid } = await platform.client().identities.create(platform.groupUid, { name: "pipeline", claimMatch });
  const given = typeof token === "string" ? { sub: token } : { sub: "", ...token };
  const signed = await platform.issuer.sign({ aud: claims.audience ?? platform.authUrl, ...given });
  const query = new URLSearchParams({ aud: platform.baseUrl, identity: uid });
  const { status } = await fetch(`${platform.authUrl}/sts/exchange?${query}`, {
    headers: { authorization: `Bearer ${signed}` },
  });
  return status === 200;
}

const issuerUuid = "0a1b2c3d-0000-4000-8000-00000000000c";
const repo = `{${projectId}}`;
const step = `{${issuerUuid}}`;
const inBitbucket = { workspace: "acme", repositoryId: projectId };
const inAzure = { organization: "acme", organizationId, project: "Access Code" };
const inSpacelift = { host: "acme.app.spacelift.io", space: "root", stack: "access" };
const inPulumi = { organization: "acme", project: "access", stack: "prod" };
const account = "arn:aws:iam::123456789012";
const octo = "repo:octo-org/octo-repo";
const deploy = "octo-org/automation/.github/workflows/deploy.yml@refs/tags/v1";

/** A token: its subject, or its claims. */
type Claims = string | Readonly<Record<string, string>>;

/** Claims, a subject as in the system's documentation, and similar subjects that must not match. */
const pipelines: readonly [string, () => WorkloadClaims, Claims, readonly Claims[]][] = [
  [
    "GitLab CI, the branch main",
    () => gitlabCi.claims({ project }),
    `project_path:${project}:ref_type:branch:ref:main`,
    [`project_path:${project}:ref_type:tag:ref:main`, `project_path:${project}:ref_type:branch:ref:main2`],
  ],
  [
    "GitLab CI, a tag",
    () => gitlabCi.claims({ project, tag: "v1.2.0" }),
    `project_path:${project}:ref_type:tag:ref:v1.2.0`,
    [`project_path:${project}:ref_type:branch:ref:v1.2.0`],
  ],
  [
    "HCP Terraform, plans and applies",
    () => hcpTerraform.claims(inHcp),
    `${hcp}:plan`,
    [`${hcp}:destroy`, `${hcp.replace("access", "other")}:plan`],
  ],
  [
    "HCP Terraform, applies",
    () => hcpTerraform.claims({ ...inHcp, runPhase: "apply" }),
    `${hcp}:apply`,
    [`${hcp}:plan`],
  ],
  [
    "CircleCI, whoever started the job",
    () => circleCi.claims(inCircle),
    `${circle}/refs/heads/main`,
    [
      `${circle}/refs/heads/x/vcs-ref/refs/heads/main`,
      `${circle.replace("octo.repo", "octo-repo")}/refs/heads/main`,
      `${circle}/refs/tags/main`,
    ],
  ],
  [
    "Buildkite, whatever commit and step",
    () => buildkite.claims(inBuildkite),
    `${kite}:refs/heads/main:commit:9f3182061f1e2cca:step:`,
    [
      `${kite}:refs/heads/main2:commit:9f3182061f1e2cca:step:build`,
      `${kite}:refs/tags/main:commit:9f3182061f1e2cca:step:build`,
    ],
  ],
  [
    "Kubernetes, a service account",
    () => kubernetes.claims(inCluster),
    "system:serviceaccount:ci:access.runner",
    ["system:serviceaccount:ci:access-runner", "system:serviceaccount:prod:access.runner"],
  ],
  [
    "Buildkite, a tag",
    () => buildkite.claims({ ...inBuildkite, tag: "v1" }),
    `${kite}:refs/tags/v1:commit:9f3182061f1e2cca:step:build`,
    [`${kite}:refs/heads/v1:commit:9f3182061f1e2cca:step:build`],
  ],
  [
    "Buildkite, branches",
    () => buildkite.claims({ ...inBuildkite, branches: ["main", "release/*"] }),
    `${kite}:refs/heads/release/1.2:commit:9f3182061f1e2cca:step:`,
    [
      `${kite}:refs/heads/release/1/2:commit:9f3182061f1e2cca:step:`,
      `${kite}:refs/heads/release/:commit:9f3182061f1e2cca:step:`,
      `${kite}:refs/heads/mainly:commit:9f3182061f1e2cca:step:`,
      `${kite}:refs/heads/my/release/1:commit:9f3182061f1e2cca:step:`,
    ],
  ],
  [
    "GitHub Actions, branches",
    () => githubActions.claims({ repository: "octo-org/octo-repo", branches: ["main", "release/*"] }),
    `${octo}:ref:refs/heads/release/1.2`,
    [`${octo}:ref:refs/heads/release/1/2`, `${octo}:ref:refs/tags/main`, `${octo}-evil:ref:refs/heads/main`],
  ],
  [
    "GitHub Actions, a reusable workflow",
    () => githubActions.claims({ repository: "octo-org/octo-repo", environment: "prod", reusableWorkflow: deploy }),
    { sub: `${octo}:environment:prod`, job_workflow_ref: deploy },
    [
      `${octo}:environment:prod`,
      { sub: `${octo}:environment:prod`, job_workflow_ref: deploy.replace("v1", "v10") },
      { sub: `${octo}:ref:refs/heads/main`, job_workflow_ref: deploy },
    ],
  ],
  [
    "GitLab CI, branches",
    () => gitlabCi.claims({ project, branches: ["release/*"] }),
    `project_path:${project}:ref_type:branch:ref:release/1`,
    [`project_path:${project}:ref_type:tag:ref:release/1`, `project_path:${project}:ref_type:branch:ref:xrelease/1`],
  ],
  [
    "CircleCI, branches",
    () => circleCi.claims({ ...inCircle, branches: ["main", "stable"] }),
    `${circle}/refs/heads/stable`,
    [`${circle}/refs/heads/stable/x`, `${circle}/refs/tags/stable`],
  ],
  [
    "Bitbucket Pipelines, the branch main",
    () => bitbucketPipelines.claims(inBitbucket),
    { sub: `${repo}:${step}`, branchName: "main" },
    [
      { sub: `${repo}:${step}`, branchName: "main2" },
      `${repo}:${step}`,
      { sub: `${step}:${step}`, branchName: "main" },
      { sub: `${repo}:${step}:${step}:${step}`, branchName: "main" },
    ],
  ],
  [
    "Bitbucket Pipelines, branches, in any environment, for Bitbucket's audience",
    () => bitbucketPipelines.claims({ ...inBitbucket, workspaceId: organizationId, branches: ["release/*"] }),
    { sub: `${repo}:${step}:${step}`, branchName: "release/1" },
    [
      { sub: `${repo}:${step}:${step}`, branchName: "release/1/2" },
      { sub: `${repo}:${step}:${step}`, branchName: "release/1", aud: "ari:cloud:bitbucket::workspace/other" },
    ],
  ],
  [
    "Bitbucket Pipelines, an environment",
    () => bitbucketPipelines.claims({ ...inBitbucket, environmentId: organizationId }),
    `${repo}:{${organizationId}}:${step}`,
    [`${repo}:${step}`, `${repo}:${step}:{${organizationId}}`],
  ],
  [
    "Azure DevOps, a pipeline on the branch main",
    () => azureDevops.claims({ ...inAzure, pipeline: "deploy" }),
    { sub: "p://acme/Access Code/deploy", rpo_ref: "refs/heads/main" },
    [
      { sub: "p://acme/Access Code/deploy", rpo_ref: "refs/pull/7/merge" },
      { sub: "p://acme/Access Code/deploy2", rpo_ref: "refs/heads/main" },
      { sub: "p://acme/Other/deploy", rpo_ref: "refs/heads/main" },
      "p://acme/Access Code/deploy",
    ],
  ],
  [
    "Azure DevOps, branches",
    () => azureDevops.claims({ ...inAzure, pipeline: "deploy", branches: ["main", "release/*"] }),
    { sub: "p://acme/Access Code/deploy", rpo_ref: "refs/heads/release/1" },
    [{ sub: "p://acme/Access Code/deploy", rpo_ref: "refs/tags/release/1" }],
  ],
  [
    "Azure DevOps, a service connection",
    () => azureDevops.claims({ ...inAzure, serviceConnection: "platform" }),
    "sc://acme/Access Code/platform",
    ["p://acme/Access Code/platform", "sc://acme/Access Code/platform2"],
  ],
  [
    "Spacelift, tracked runs that may write",
    () => spacelift.claims(inSpacelift),
    "space:root:stack:access:run_type:TRACKED:scope:write",
    [
      "space:root:stack:access:run_type:PROPOSED:scope:read",
      "space:root:stack:access:run_type:TRACKED:scope:read",
      "space:root:stack:access2:run_type:TRACKED:scope:write",
      "space:root:module:access:run_type:TRACKED:scope:write",
    ],
  ],
  [
    "Pulumi Cloud, all operations",
    () => pulumiCloud.claims(inPulumi),
    "pulumi:deploy:org:acme:project:access:stack:prod:operation:refresh:scope:write",
    [
      "pulumi:deploy:org:acme:project:access:stack:prod2:operation:update:scope:write",
      "pulumi:environments:org:acme:env:prod",
    ],
  ],
  [
    "Pulumi Cloud, updates",
    () => pulumiCloud.claims({ ...inPulumi, operation: "update" }),
    "pulumi:deploy:org:acme:project:access:stack:prod:operation:update:scope:write",
    ["pulumi:deploy:org:acme:project:access:stack:prod:operation:preview:scope:write"],
  ],
  [
    "Google Cloud, a service account",
    () => googleCloud.claims({ serviceAccountId: "112233445566778899001" }),
    "112233445566778899001",
    ["112233445566778899002"],
  ],
  [
    "AWS, a role",
    () =>
      awsRole.claims({ issuer: `https://${issuerUuid}.tokens.sts.global.api.aws`, roleArn: `${account}:role/deploy` }),
    `${account}:role/deploy`,
    [`${account}:role/deploy2`, `${account.replace("9012", "9013")}:role/deploy`],
  ],
];

test.each(pipelines)("%s: matches its own subject and no similar ones", async (_name, claims, subject, others) => {
  await expect(assumes(claims(), subject)).resolves.toBe(true);
  for (const other of others) await expect(assumes(claims(), other)).resolves.toBe(false);
});

test("uses the system's issuer, or that of a self-managed installation", () => {
  expect(gitlabCi.claims({ project }).issuer).toBe("https://gitlab.com");
  expect(gitlabCi.claims({ project, issuer: "https://git.example.com" }).issuer).toBe("https://git.example.com");
  expect(hcpTerraform.claims(inHcp).issuer).toBe("https://app.terraform.io");
  expect(kubernetes.claims(inCluster).issuer).toBe("https://oidc.example.com/cluster/");
  expect(buildkite.claims(inBuildkite).issuer).toBe("https://agent.buildkite.com");
  expect(circleCi.claims(inCircle)).toMatchObject({
    issuer: `https://oidc.circleci.com/org/${organizationId}`,
    audience: organizationId,
  });
});

test.each<[() => WorkloadClaims, string]>([
  [() => gitlabCi.claims({ project: "access" }), 'project must be GROUP/PROJECT, such as acme/access, not "access"'],
  [
    () => gitlabCi.claims({ project, branch: "refs/heads/main" }),
    'branch must be a short name, without refs/heads/ or refs/tags/, not "refs/heads/main"',
  ],
  [
    () => gitlabCi.claims({ project, branch: "main", tag: "v1" }),
    "tag conflicts with branch: at most one of branch, branches, tag may be set",
  ],
  [() => gitlabCi.claims({} as GitlabCiOptions), "project must be GROUP/PROJECT, such as acme/access, not undefined"],
  [
    () => gitlabCi.claims({ project, issuer: "https://git.example.com/" }),
    'issuer must be a URL without query, fragment or trailing slash, not "https://git.example.com/"',
  ],
  [
    () => buildkite.claims({ ...inBuildkite, pipeline: "*" }),
    'pipeline must be a pipeline slug, such as deploy-access, not "*"',
  ],
  [
    () => circleCi.claims({ ...inCircle, projectId: "app" }),
    'projectId must be the project ID, a lowercase UUID, not "app"',
  ],
  [
    () => circleCi.claims({ ...inCircle, repository: "https://github.com/a/b" }),
    'repository must be HOST/OWNER/NAME, such as github.com/octo-org/octo-repo, not "https://github.com/a/b"',
  ],
  [() => hcpTerraform.claims({ ...inHcp, runPhase: "both" as "plan" }), 'runPhase must be plan or apply, not "both"'],
  [() => kubernetes.claims({ ...inCluster, namespace: "ci:x" }), 'namespace must be a namespace name, not "ci:x"'],
  [
    () => kubernetes.claims({ ...inCluster, issuer: "http://cluster" }),
    'issuer must be the https URL of a cluster\'s issuer, not "http://cluster"',
  ],
  [
    () => bitbucketPipelines.claims({ ...inBitbucket, repositoryId: "access" }),
    'repositoryId must be the repository\'s id, a lowercase UUID, not "access"',
  ],
  [
    () => bitbucketPipelines.claims({ ...inBitbucket, environmentId: projectId, branch: "main" }),
    "environmentId conflicts with branch: at most one of branch, branches, environmentId may be set",
  ],
  [
    () => bitbucketPipelines.claims({ ...inBitbucket, branches: ["*"] }),
    'branches must be names, or patterns that begin with a literal part, such as release/*, not "*"',
  ],
  [() => azureDevops.claims(inAzure), "pipeline is missing: exactly one of pipeline, serviceConnection must be set"],
  [
    () => azureDevops.claims({ ...inAzure, serviceConnection: "platform", branch: "main" }),
    "branch conflicts with serviceConnection: at most one of serviceConnection, branch may be set",
  ],
  [
    () => azureDevops.claims({ ...inAzure, pipeline: "deploy/x" }),
    'pipeline must be a pipeline\'s name, without folders, not "deploy/x"',
  ],
  [
    () => spacelift.claims({ ...inSpacelift, host: "https://acme.app.spacelift.io" }),
    "host must be the account's host name, such as acme.app.spacelift.io",
  ],
  [
    () => spacelift.claims({ ...inSpacelift, runType: "*" as "TASK" }),
    'runType must be a type of runs, such as TRACKED, not "*"',
  ],
  [() => pulumiCloud.claims({ ...inPulumi, stack: "acme/access/prod" }), "stack must be a stack's name, without"],
  [
    () => googleCloud.claims({ serviceAccountId: "deploy@acme.iam.gserviceaccount.com" }),
    "serviceAccountId must be the service account's unique id, a number in quotes",
  ],
  [
    () => awsRole.claims({ issuer: "https://x.tokens.sts.global.api.aws", roleArn: `${account}:role/*` }),
    "roleArn must be a role's ARN, such as arn:aws:iam::123456789012:role/deploy",
  ],
  [
    () =>
      awsRole.claims({
        issuer: "https://x.tokens.sts.global.api.aws",
        roleArn: "arn:aws:sts::123456789012:assumed-role/deploy/me",
      }),
    "roleArn must be the ARN of the role, arn:aws:iam::…:role/NAME, not of a session",
  ],
  [
    () => awsRole.claims({ issuer: "https://sts.amazonaws.com", roleArn: `${account}:role/deploy` }),
    "issuer must be the account's issuer",
  ],
  [() => hcpTerraform.claims({ ...inHcp, workspace: "a:b" }), 'workspace must be a workspace name, not "a:b"'],
])("rejects invalid options %#", (claims, message) => {
  expect(claims).toThrow(message);
});
