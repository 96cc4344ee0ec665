import { atMostOneOf } from "../model/rules";
import {
  checkRules,
  escapePattern,
  type RefOptions,
  refOptions,
  refPart,
  requirePattern,
  requireUuid,
} from "./options";
import { groupsIn, unescapePattern } from "./recognition";
import type { Environment, Workload } from "./workload";

/** The trusted jobs of a project: those on branches (`main` by default) or for one tag. */
export interface CircleCiOptions extends RefOptions {
  /** The organization ID, a UUID, from the organization settings. */
  readonly organizationId: string;
  /** The project ID, a UUID, from the project settings. */
  readonly projectId: string;
  /** The repository, as written in tokens: `github.com/octo-org/octo-repo`. */
  readonly repository: string;
}

const isCurrent = (env: Environment): boolean => env.CIRCLECI === "true";

/**
 * CircleCI. The format is that of subjects in CIRCLE_OIDC_TOKEN_V2, documented on its OpenID Connect page; the user ID
 * in the subject is not restricted. The token's audience is the organization ID.
 */
export const circleCi = {
  id: "circle-ci",
  title: "CircleCI",
  isCurrent,
  options: ["organizationId", "projectId", "repository", ...refOptions],
  claims: (options) => {
    checkRules([atMostOneOf(...refOptions)], options);
    const organization = requireUuid(options, "organizationId", "the organization ID");
    const project = requireUuid(options, "projectId", "the project ID");
    const origin = requirePattern(
      options,
      "repository",
      /^[a-z0-9.-]+(\/[A-Za-z0-9_.-]+)+$/,
      "HOST/OWNER/NAME, such as github.com/octo-org/octo-repo",
    );
    const ref = refPart(options);
    const refPattern = "literal" in ref ? escapePattern(ref.literal) : ref.pattern;
    return {
      issuer: `https://oidc.circleci.com/org/${organization}`,
      subjectPattern: `org/${organization}/project/${project}/user/[^/]+/vcs-origin/${escapePattern(origin)}/vcs-ref/${refPattern}`,
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
    isCurrent(env) && env.CIRCLE_OIDC_TOKEN_V2
      ? { kind: "variable", title: "CircleCI", token: env.CIRCLE_OIDC_TOKEN_V2 }
      : undefined,
  missingTokenAdvice: (env) =>
    isCurrent(env) && !env.CIRCLE_OIDC_TOKEN_V2
      ? "CircleCI provides OIDC tokens to builds of forked pull requests only if the project passes secrets to them."
      : undefined,
} as const satisfies Workload<CircleCiOptions>;
