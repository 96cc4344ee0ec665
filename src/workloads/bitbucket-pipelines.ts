import { atMostOneOf } from "../model/rules";
import { checkRules, escapePattern, refPart, requirePattern, requireUuid } from "./options";
import type { Environment, Workload } from "./workload";

/** The trusted steps of a repository: those on branches (`main` by default), or in one deployment environment. */
export interface BitbucketPipelinesOptions {
  /** The workspace's id, as in URLs: `acme`. */
  readonly workspace: string;
  /** The repository's UUID, without braces, from the repository's OpenID Connect settings. */
  readonly repositoryId: string;
  /**
   * The workspace's UUID, without braces. Steps then have tokens for Bitbucket's own audience. Omit it if the step's
   * `oidc: { audiences: [...] }` names the token service.
   */
  readonly workspaceId?: string;
  /** The branch's name, such as `main` or `release/1.2`. */
  readonly branch?: string;
  /** Several branches: names, or patterns that begin with a literal part, such as `release/*`. */
  readonly branches?: readonly string[];
  /** The UUID of a deployment environment, without braces, from the OpenID Connect settings. */
  readonly environmentId?: string;
}

const isCurrent = (env: Environment): boolean => Boolean(env.BITBUCKET_BUILD_NUMBER);
const uuidPattern = "\\{[0-9a-f-]{36}\\}";
const inBraces = (uuid: string): string => escapePattern(`{${uuid}}`);

/**
 * Bitbucket Pipelines. The subject, `{repository}:{environment}:{step}` or `{repository}:{step}` in UUIDs, is documented
 * on the page about resource servers and OIDC. The branch is a claim of its own, which builds of tags do not have.
 */
export const bitbucketPipelines = {
  id: "bitbucket-pipelines",
  title: "Bitbucket Pipelines",
  isCurrent,
  options: ["workspace", "repositoryId", "workspaceId", "branch", "branches", "environmentId"],
  claims: (options) => {
    checkRules([atMostOneOf("branch", "branches", "environmentId")], options);
    const workspace = requirePattern(options, "workspace", /^[a-z0-9_-]+$/, "a workspace's id, such as acme");
    const repository = inBraces(requireUuid(options, "repositoryId", "the repository's id"));
    const audience =
      options.workspaceId === undefined
        ? {}
        : {
            audience: `ari:cloud:bitbucket::workspace/${requireUuid(options, "workspaceId", "the workspace's id")}`,
          };
    const issuer = `https://api.bitbucket.org/2.0/workspaces/${workspace}/pipelines-config/identity/oidc`;
    if (options.environmentId !== undefined) {
      const environment = inBraces(requireUuid(options, "environmentId", "the environment's id"));
      return { issuer, subjectPattern: `${repository}:${environment}:${uuidPattern}`, ...audience };
    }
    const branch = refPart(options, { branch: "", tag: "" });
    const branches =
      "literal" in branch
        ? { claims: { branchName: branch.literal } }
        : { claimPatterns: { branchName: branch.pattern } };
    return { issuer, subjectPattern: `${repository}(:${uuidPattern})?:${uuidPattern}`, ...audience, ...branches };
  },
  tokenSource: (env) =>
    isCurrent(env) && env.BITBUCKET_STEP_OIDC_TOKEN
      ? { kind: "variable", title: "Bitbucket Pipelines", token: env.BITBUCKET_STEP_OIDC_TOKEN }
      : undefined,
  missingTokenAdvice: (env) =>
    isCurrent(env) && !env.BITBUCKET_STEP_OIDC_TOKEN
      ? "A Bitbucket Pipelines step gets its token with `oidc: true`."
      : undefined,
} as const satisfies Workload<BitbucketPipelinesOptions>;
