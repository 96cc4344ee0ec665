import { atMostOneOf } from "../model/rules";
import { checkRules, escapePattern, fullRef, requirePattern } from "./options";
import { groupsIn, unescapePattern } from "./recognition";
import type { Environment, Workload } from "./workload";

/** The trusted jobs of a project: those on one branch (`main` by default) or for one tag. */
export interface CircleCiOptions {
  /** The organization's id, a UUID, from the organization settings. */
  readonly organizationId: string;
  /** The project's id, a UUID, from the project settings. */
  readonly projectId: string;
  /** The repository, as written in tokens: `github.com/octo-org/octo-repo`. */
  readonly repository: string;
  /** The branch's short name, such as `main` or `release/1.2`. */
  readonly branch?: string;
  /** The tag's short name, such as `v1.2.0`. */
  readonly tag?: string;
}

const runs = (env: Environment): boolean => env.CIRCLECI === "true";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * CircleCI. The format is that of subjects in CIRCLE_OIDC_TOKEN_V2, documented on its OpenID Connect page; the user who
 * started the job, a part of the subject, may be anyone. The token's audience is the organization's id.
 */
export const circleCi = {
  id: "circle-ci",
  title: "CircleCI",
  runs,
  options: ["organizationId", "projectId", "repository", "branch", "tag"],
  claims: (options) => {
    checkRules([atMostOneOf("branch", "tag")], options);
    const organization = requirePattern(options, "organizationId", uuid, "the organization's id, a UUID in lower case");
    const project = requirePattern(options, "projectId", uuid, "the project's id, a UUID in lower case");
    const origin = requirePattern(
      options,
      "repository",
      /^[a-z0-9.-]+(\/[A-Za-z0-9_.-]+)+$/,
      "HOST/OWNER/NAME, such as github.com/octo-org/octo-repo",
    );
    const ref = fullRef(options);
    return {
      issuer: `https://oidc.circleci.com/org/${organization}`,
      subjectPattern: `org/${organization}/project/${project}/user/[^/]+/vcs-origin/${escapePattern(origin)}/vcs-ref/${escapePattern(ref)}`,
      audience: organization,
    };
  },
  optionsOf: ({ subjectPattern = "" }) => {
    const { organizationId, projectId, repository, ...ref } =
      groupsIn(
        unescapePattern(subjectPattern),
        /^org\/(?<organizationId>[^/]+)\/project\/(?<projectId>[^/]+)\/user\/.*\/vcs-origin\/(?<repository>.+)\/vcs-ref\/refs\/(?:heads\/(?<branch>.+)|tags\/(?<tag>.+))$/,
      ) ?? {};
    return organizationId && projectId && repository ? { organizationId, projectId, repository, ...ref } : undefined;
  },
  tokenSource: (env) =>
    runs(env) && env.CIRCLE_OIDC_TOKEN_V2
      ? { kind: "variable", title: "CircleCI", token: env.CIRCLE_OIDC_TOKEN_V2 }
      : undefined,
  missingTokenAdvice: (env) =>
    runs(env) && !env.CIRCLE_OIDC_TOKEN_V2
      ? "CircleCI provides no token to builds of forks unless the project passes secrets to them."
      : undefined,
} as const satisfies Workload<CircleCiOptions>;
