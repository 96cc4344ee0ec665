import { atMostOneOf } from "../model/rules";
import { checkRules, issuerUrl, type RefOptions, refOptions, refPart, requirePattern, subjectOf } from "./options";
import { groupsIn, otherIssuer } from "./recognition";
import type { Workload } from "./workload";

/**
 * The trusted jobs of a project: those on branches (`main` by default) or for one tag. A project with customized
 * subjects matches none of them.
 */
export interface GitlabCiOptions extends RefOptions {
  /** GROUP/PROJECT including all subgroups, as in its URL: `acme/platform/access`. */
  readonly project: string;
  /** The URL of a self-managed instance, without a trailing slash. */
  readonly issuer?: string;
}

const ISSUER = "https://gitlab.com";

/**
 * GitLab CI. The format is that of default subjects, documented on GitLab's ID tokens page. A job configures the
 * variable and audience of its token (`id_tokens`); PLATFORM_IDENTITY_TOKEN is read like any setting.
 */
export const gitlabCi = {
  id: "gitlab-ci",
  title: "GitLab CI",
  isCurrent: (env) => env.GITLAB_CI === "true",
  options: ["project", ...refOptions, "issuer"],
  claims: (options) => {
    checkRules([atMostOneOf(...refOptions)], options);
    const project = requirePattern(
      options,
      "project",
      /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+$/,
      "GROUP/PROJECT, such as acme/access",
    );
    const ref = refPart(options, { branch: "branch:ref:", tag: "tag:ref:" });
    return {
      issuer: issuerUrl(options.issuer) ?? ISSUER,
      ...subjectOf(`project_path:${project}:ref_type:`, ref),
    };
  },
  optionsOf: ({ issuer, subject }) => {
    const { project, ...ref } =
      groupsIn(subject, /^project_path:(?<project>[^:]+):ref_type:(?:branch:ref:(?<branch>.+)|tag:ref:(?<tag>.+))$/) ??
      {};
    return project === undefined ? undefined : { project, ...ref, ...otherIssuer(issuer, ISSUER) };
  },
  missingTokenAdvice: (env) =>
    env.GITLAB_CI === "true"
      ? "Add `id_tokens: { PLATFORM_IDENTITY_TOKEN: { aud: <auth_url> } }` to the GitLab CI job."
      : undefined,
} as const satisfies Workload<GitlabCiOptions>;
