import { escapePattern, requirePattern } from "./options";
import { groupsIn, unescapePattern } from "./recognition";
import type { Environment, Workload } from "./workload";

/** The trusted deployments of a stack: all operations, unless one is given. */
export interface PulumiCloudOptions {
  /** The organization's name. */
  readonly organization: string;
  /** The project's name. */
  readonly project: string;
  /** The stack's name. */
  readonly stack: string;
  /** Limits the trust to one operation. */
  readonly operation?: "preview" | "update" | "refresh" | "destroy";
}

const isCurrent = (env: Environment): boolean => Boolean(env.PULUMI_OIDC_TOKEN);

/**
 * Pulumi Cloud. The subject of Pulumi Deployments is documented on the OpenID Connect page. Deployments cannot choose the
 * audience, which is the organization.
 */
export const pulumiCloud = {
  id: "pulumi-cloud",
  title: "Pulumi Cloud",
  isCurrent,
  options: ["organization", "project", "stack", "operation"],
  claims: (options) => {
    const name = /^[A-Za-z0-9_.-]+$/;
    const organization = requirePattern(options, "organization", name, "an organization's name");
    const project = requirePattern(options, "project", name, "a project's name");
    const stack = requirePattern(options, "stack", name, "a stack's name, without organization and project");
    const issuer = "https://api.pulumi.com/oidc";
    const start = `pulumi:deploy:org:${organization}:project:${project}:stack:${stack}:operation:`;
    if (options.operation === undefined) {
      const subjectPattern = `${escapePattern(start)}(preview|update|refresh|destroy):scope:write`;
      return { issuer, subjectPattern, audience: organization };
    }
    const operations = /^(preview|update|refresh|destroy)$/;
    const operation = requirePattern(options, "operation", operations, "preview, update, refresh or destroy");
    return { issuer, subject: `${start}${operation}:scope:write`, audience: organization };
  },
  optionsOf: ({ subject, subjectPattern = "" }) =>
    groupsIn(
      subject ?? unescapePattern(subjectPattern),
      /^pulumi:deploy:org:(?<organization>[^:]+):project:(?<project>[^:]+):stack:(?<stack>[^:]+):operation:(?:\(.*\)|(?<operation>\w+)):scope:write$/,
    ),
  tokenSource: (env) =>
    env.PULUMI_OIDC_TOKEN ? { kind: "variable", title: "Pulumi Cloud", token: env.PULUMI_OIDC_TOKEN } : undefined,
} as const satisfies Workload<PulumiCloudOptions>;
