import { startPlatform, type TestPlatform } from "../../src/testing";
import {
  type BuildkiteOptions,
  buildkite,
  type CircleCiOptions,
  circleCi,
  type GitlabCiOptions,
  gitlabCi,
  type HcpTerraformOptions,
  hcpTerraform,
  isPipeline,
  kubernetes,
  missingTokenAdvice,
  tokenSource,
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
async function assumes({ issuer: _, ...claims }: WorkloadClaims, sub: string): Promise<boolean> {
  const claimMatch = { ...claims, issuer: platform.issuer.issuer };
  const { uid } = await platform.client().identities.create(platform.groupUid, { name: "pipeline", claimMatch });
  const token = await platform.identityToken(sub, claims.audience);
  const query = new URLSearchParams({ aud: platform.baseUrl, identity: uid });
  const { status } = await fetch(`${platform.authUrl}/sts/exchange?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return status === 200;
}

/** Claims, a subject as in the system's documentation, and similar subjects that must not match. */
const pipelines: readonly [string, () => WorkloadClaims, string, readonly string[]][] = [
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
    "tag conflicts with branch: at most one of branch, tag may be set",
  ],
  [() => gitlabCi.claims({} as GitlabCiOptions), "project must be GROUP/PROJECT, such as acme/access, not undefined"],
  [
    () => gitlabCi.claims({ project, issuer: "https://git.example.com/" }),
    'issuer must be a URL without query, fragment or trailing slash, not "https://git.example.com/"',
  ],
  [
    () => buildkite.claims({ ...inBuildkite, pipeline: "*" }),
    'pipeline must be a pipeline\'s slug, such as deploy-access, not "*"',
  ],
  [
    () => circleCi.claims({ ...inCircle, projectId: "app" }),
    'projectId must be the project\'s id, a UUID in lower case, not "app"',
  ],
  [
    () => circleCi.claims({ ...inCircle, repository: "https://github.com/a/b" }),
    'repository must be HOST/OWNER/NAME, such as github.com/octo-org/octo-repo, not "https://github.com/a/b"',
  ],
  [() => hcpTerraform.claims({ ...inHcp, runPhase: "both" as "plan" }), 'runPhase must be plan or apply, not "both"'],
  [() => kubernetes.claims({ ...inCluster, namespace: "ci:x" }), 'namespace must be a namespace\'s name, not "ci:x"'],
  [
    () => kubernetes.claims({ ...inCluster, issuer: "http://cluster" }),
    'issuer must be the https URL of a cluster\'s issuer, not "http://cluster"',
  ],
  [() => hcpTerraform.claims({ ...inHcp, workspace: "a:b" }), 'workspace must be a workspace\'s name, not "a:b"'],
])("rejects invalid options %#", (claims, message) => {
  expect(claims).toThrow(message);
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
  ["GITLAB_CI", "true", /id_tokens: { PLATFORM_IDENTITY_TOKEN: { aud: <auth_url> } }/],
  ["TFC_RUN_ID", "run-1", /TFC_WORKLOAD_IDENTITY_AUDIENCE/],
  ["CIRCLECI", "true", /builds of forks/],
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
