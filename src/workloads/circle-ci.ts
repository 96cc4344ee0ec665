import { atMostOneOf } from "../model/rules";
import { fullRef, holdRules, literally, matching } from "./options";
import type { Environment, Workload } from "./workload";

/** The jobs of a project that are trusted: those on one branch, `main` unless named, or for one tag. */
export interface CircleCiOptions {
  /** The organization's id, a UUID, from the organization's settings. */
  readonly organizationId: string;
  /** The project's id, a UUID, from the project's settings. */
  readonly projectId: string;
  /** Where its code is, as tokens write it: `github.com/octo-org/octo-repo`. */
  readonly repository: string;
  /** A branch's short name, such as `main` or `release/1.2`. */
  readonly branch?: string;
  /** A tag's short name, such as `v1.2.0`. */
  readonly tag?: string;
}

const runs = (env: Environment): boolean => env.CIRCLECI === "true";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * CircleCI. Subjects are written as its page on OpenID Connect has them for CIRCLE_OIDC_TOKEN_V2; whoever started the
 * job, a part of them, may be anyone. The token's audience is the organization's id.
 */
export const circleCi = {
  id: "circle-ci",
  title: "CircleCI",
  runs,
  options: ["organizationId", "projectId", "repository", "branch", "tag"],
  claims: (options) => {
    holdRules([atMostOneOf("branch", "tag")], options);
    const organization = matching(options, "organizationId", uuid, "the organization's id, a UUID in lower case");
    const project = matching(options, "projectId", uuid, "the project's id, a UUID in lower case");
    const origin = matching(
      options,
      "repository",
      /^[a-z0-9.-]+(\/[A-Za-z0-9_.-]+)+$/,
      "HOST/OWNER/NAME, such as github.com/octo-org/octo-repo",
    );
    const ref = fullRef(options);
    return {
      issuer: `https://oidc.circleci.com/org/${organization}`,
      subjectPattern: `org/${organization}/project/${project}/user/[^/]+/vcs-origin/${literally(origin)}/vcs-ref/${literally(ref)}`,
      audience: organization,
    };
  },
  tokenSource: (env) =>
    runs(env) && env.CIRCLE_OIDC_TOKEN_V2
      ? { kind: "variable", title: "CircleCI", token: env.CIRCLE_OIDC_TOKEN_V2 }
      : undefined,
  missingTokenAdvice: (env) =>
    runs(env) && !env.CIRCLE_OIDC_TOKEN_V2
      ? "CircleCI leaves the token out of builds of forks, unless the project passes secrets to them."
      : undefined,
} as const satisfies Workload<CircleCiOptions>;
