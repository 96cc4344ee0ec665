import { atMostOneOf, requires } from "../model/rules";
import {
  checkRules,
  issuerUrl,
  type Part,
  quote,
  type RefOptions,
  refOptions,
  refPart,
  requirePattern,
  subjectOf,
} from "./options";
import { groupsIn, otherIssuer } from "./recognition";
import {
  type Environment,
  type RequestSource,
  type Workload,
  type WorkloadClaims,
  WorkloadOptionError,
} from "./workload";

/**
 * The trusted jobs of a repository: those on branches, for one tag, in one environment, or for pull requests. At most
 * one of these may be set; the default is the branch `main`.
 *
 * GitHub writes exactly one of them into a token: the environment if the job names one, otherwise `pull_request` if a
 * pull request triggered the run, otherwise the branch or tag. A repository with customized subjects matches none of
 * them.
 */
export interface GithubActionsOptions extends RefOptions {
  /** OWNER/NAME, in GitHub's spelling: subjects are case-sensitive. */
  readonly repository: string;
  /** The name of a deployment environment. */
  readonly environment?: string;
  /** Trusts runs triggered by pull requests. */
  readonly pullRequest?: boolean;
  /**
   * Trusts only the jobs of a reusable workflow that the repository calls:
   * `OWNER/REPOSITORY/.github/workflows/FILE@REF`, with the full ref of a branch or tag, such as `refs/tags/v1`, or a
   * commit.
   */
  readonly reusableWorkflow?: string;
  /**
   * The numeric ids of owner and repository, both or neither. Required where subjects are immutable: in repositories
   * created, renamed or transferred since July 15, 2026, and in those that opted in; never on Enterprise Server.
   */
  readonly repositoryOwnerId?: string | number;
  readonly repositoryId?: string | number;
  /**
   * The issuer, if it is not github.com: `https://HOST/_services/token` on Enterprise Server,
   * `https://token.actions.SUBDOMAIN.ghe.com` with data residency, and
   * `https://token.actions.githubusercontent.com/ENTERPRISE` for an enterprise with its own issuer.
   */
  readonly issuer?: string;
}

/** The environment variables of a job with the permission `id-token: write`. */
export const githubRequestVariables = {
  url: "ACTIONS_ID_TOKEN_REQUEST_URL",
  token: "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
} as const;

const ISSUER = "https://token.actions.githubusercontent.com";

const subjects =
  /^repo:(?<owner>[^/@:]+)(?:@(?<ownerId>\d+))?\/(?<name>[^/@:]+)(?:@(?<repositoryId>\d+))?:(?:ref:refs\/heads\/(?<branch>.+)|ref:refs\/tags\/(?<tag>.+)|environment:(?<environment>.+)|(?<pullRequest>pull_request))$/;

/** GitHub Actions. The subject format is documented in GitHub's "OpenID Connect reference". */
export const githubActions = {
  id: "github-actions",
  title: "GitHub Actions",
  isCurrent,
  options: [
    "repository",
    ...refOptions,
    "environment",
    "pullRequest",
    "reusableWorkflow",
    "repositoryOwnerId",
    "repositoryId",
    "issuer",
  ],
  claims: (options): WorkloadClaims => {
    checkRules(rules, options);
    return {
      issuer: issuerUrl(options.issuer) ?? ISSUER,
      ...subjectOf(`repo:${repository(options)}:`, context(options)),
      ...(options.reusableWorkflow !== undefined && { claims: { job_workflow_ref: workflowRef(options) } }),
    };
  },
  optionsOf: ({ issuer, subject, claims }: WorkloadClaims) => {
    const { owner, ownerId, name, repositoryId, pullRequest, ...options } = groupsIn(subject, subjects) ?? {};
    if (name === undefined) return undefined;
    return {
      repository: `${owner}/${name}`,
      ...(ownerId && repositoryId ? { repositoryOwnerId: ownerId, repositoryId } : {}),
      ...(pullRequest ? { pullRequest: true } : {}),
      ...options,
      ...(options.environment ? { environment: options.environment.replaceAll("%3A", ":") } : {}),
      ...(claims?.job_workflow_ref ? { reusableWorkflow: claims.job_workflow_ref } : {}),
      ...otherIssuer(issuer, ISSUER),
    };
  },
  tokenSource,
  missingTokenAdvice: (env) =>
    isCurrent(env) && !tokenSource(env)
      ? "Add `permissions: { id-token: write }` to the GitHub Actions job."
      : undefined,
} as const satisfies Workload<GithubActionsOptions>;

function isCurrent(env: Environment): boolean {
  return env.GITHUB_ACTIONS === "true";
}

const rules = [
  atMostOneOf(...refOptions, "environment", "pullRequest"),
  requires("repositoryId", "repositoryOwnerId"),
  requires("repositoryOwnerId", "repositoryId"),
];

function repository(options: GithubActionsOptions): string {
  const [, owner, name] = /^([A-Za-z0-9][A-Za-z0-9_-]*)\/([A-Za-z0-9._-]+)$/.exec(options.repository) ?? [];
  if (!owner || !name) {
    const problem = `must be OWNER/NAME, such as octo-org/octo-repo, not ${quote(options.repository)}`;
    throw new WorkloadOptionError("repository", problem);
  }
  if (options.repositoryId === undefined) return `${owner}/${name}`;
  return `${owner}@${numericId("repositoryOwnerId", options)}/${name}@${numericId("repositoryId", options)}`;
}

function numericId(option: "repositoryOwnerId" | "repositoryId", options: GithubActionsOptions): string {
  const id = String(options[option]);
  if (!/^[1-9]\d*$/.test(id)) throw new WorkloadOptionError(option, `must be GitHub's numeric id, not ${quote(id)}`);
  return id;
}

function context(options: GithubActionsOptions): Part {
  const { environment, pullRequest } = options;
  if (pullRequest !== undefined && typeof pullRequest !== "boolean")
    throw new WorkloadOptionError("pullRequest", `must be true or false, not ${quote(pullRequest)}`);
  if (pullRequest) return { literal: "pull_request" };
  if (environment !== undefined) return { literal: `environment:${environmentName(environment)}` };
  return refPart(options, { branch: "ref:refs/heads/", tag: "ref:refs/tags/" });
}

const workflow =
  /^[\w-]+\/[\w.-]+\/\.github\/workflows\/[^/@*]+\.ya?ml@(refs\/(heads|tags)\/[^~^:?*[\\\s]+|[0-9a-f]{40})$/;

const workflowRef = (options: GithubActionsOptions): string =>
  requirePattern(
    options,
    "reusableWorkflow",
    workflow,
    "OWNER/REPOSITORY/.github/workflows/FILE@REF, such as octo-org/automation/.github/workflows/deploy.yml@refs/tags/v1",
  );

function environmentName(name: string): string {
  if (name === "") throw new WorkloadOptionError("environment", "must not be empty");
  if (typeof name !== "string")
    throw new WorkloadOptionError("environment", `must be an environment name, not ${quote(name)}`);
  // Enterprise Server up to 3.18 does not escape colons; such environments cannot be trusted there.
  return name.replaceAll(":", "%3A");
}

function tokenSource(env: Environment): RequestSource | undefined {
  const url = env[githubRequestVariables.url];
  const secret = env[githubRequestVariables.token];
  if (!url || !secret) return undefined;
  return {
    kind: "request",
    title: "GitHub Actions' token service",
    // The runner's URL has its own query, which must be kept verbatim.
    request: (audience) => ({
      url: `${url}${url.includes("?") ? "&" : "?"}audience=${encodeURIComponent(audience)}`,
      headers: { accept: "application/json", authorization: `Bearer ${secret}` },
    }),
    read: (body) => {
      const token = (body as { value?: unknown } | null | undefined)?.value;
      if (typeof token !== "string" || !token) throw new Error("GitHub Actions' token service returned no token");
      return token;
    },
  };
}
