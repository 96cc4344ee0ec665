import { atMostOneOf } from "../model/rules";
import { checkRules, type RefOptions, refOptions, refPart, requirePattern, subjectOf } from "./options";
import { groupsIn, unescapePattern } from "./recognition";
import type { Environment, Workload } from "./workload";

/** The trusted jobs of a pipeline: those on branches (`main` by default) or for one tag. */
export interface BuildkiteOptions extends RefOptions {
  /** The organization's slug, as in URLs. */
  readonly organization: string;
  /** The pipeline's slug. */
  readonly pipeline: string;
}

const isCurrent = (env: Environment): boolean => env.BUILDKITE === "true";
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Buildkite. The subject format is documented on its OIDC page; subjects end in commit and step, which differ for each
 * job. Tokens expire after a few minutes, so each one is requested from the agent, which is on the PATH of every job.
 */
export const buildkite = {
  id: "buildkite",
  title: "Buildkite",
  isCurrent,
  options: ["organization", "pipeline", ...refOptions],
  claims: (options) => {
    checkRules([atMostOneOf(...refOptions)], options);
    const organization = requirePattern(options, "organization", slug, "an organization slug, such as acme");
    const pipeline = requirePattern(options, "pipeline", slug, "a pipeline slug, such as deploy-access");
    const job = `organization:${organization}:pipeline:${pipeline}:ref:`;
    return { issuer: "https://agent.buildkite.com", ...subjectOf(job, refPart(options), ":commit:[^:]+:step:[^:]*") };
  },
  optionsOf: ({ subjectPattern = "" }) => {
    const { organization, pipeline, ...ref } =
      groupsIn(
        unescapePattern(subjectPattern),
        /^organization:(?<organization>[^:]+):pipeline:(?<pipeline>[^:]+):ref:refs\/(?:heads\/(?<branch>[^:]+)|tags\/(?<tag>[^:]+)):commit:/,
      ) ?? {};
    return organization && pipeline ? { organization, pipeline, ...ref } : undefined;
  },
  tokenSource: (env) =>
    isCurrent(env) && env.BUILDKITE_AGENT_ACCESS_TOKEN
      ? {
          kind: "command",
          title: "the Buildkite agent",
          command: (audience) => ["buildkite-agent", "oidc", "request-token", "--audience", audience],
          proof: [env.BUILDKITE_JOB_ID ?? "", env.BUILDKITE_AGENT_ACCESS_TOKEN],
        }
      : undefined,
} as const satisfies Workload<BuildkiteOptions>;
