import { atMostOneOf } from "../model/rules";
import { fullRef, holdRules, literally, matching } from "./options";
import type { Environment, Workload } from "./workload";

/** The jobs of a pipeline that are trusted: those on one branch, `main` unless named, or for one tag. */
export interface BuildkiteOptions {
  /** The organization's slug, as addresses have it. */
  readonly organization: string;
  /** The pipeline's slug. */
  readonly pipeline: string;
  /** A branch's short name, such as `main` or `release/1.2`. */
  readonly branch?: string;
  /** A tag's short name, such as `v1.2.0`. */
  readonly tag?: string;
}

const runs = (env: Environment): boolean => env.BUILDKITE === "true";
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Buildkite. Subjects are written as its page on OIDC has them; commit and step, which they end in, differ from job to
 * job. A token lives for some minutes, so the agent, which is on every job's PATH, is asked for one whenever one is needed.
 */
export const buildkite = {
  id: "buildkite",
  title: "Buildkite",
  runs,
  options: ["organization", "pipeline", "branch", "tag"],
  claims: (options) => {
    holdRules([atMostOneOf("branch", "tag")], options);
    const organization = matching(options, "organization", slug, "an organization's slug, such as acme");
    const pipeline = matching(options, "pipeline", slug, "a pipeline's slug, such as deploy-access");
    const fixed = `organization:${organization}:pipeline:${pipeline}:ref:${fullRef(options)}`;
    return { issuer: "https://agent.buildkite.com", subjectPattern: `${literally(fixed)}:commit:[^:]+:step:[^:]*` };
  },
  tokenSource: (env) =>
    runs(env) && env.BUILDKITE_AGENT_ACCESS_TOKEN
      ? {
          kind: "command",
          title: "Buildkite's agent",
          command: (audience) => ["buildkite-agent", "oidc", "request-token", "--audience", audience],
          proof: [env.BUILDKITE_JOB_ID ?? "", env.BUILDKITE_AGENT_ACCESS_TOKEN],
        }
      : undefined,
} as const satisfies Workload<BuildkiteOptions>;
