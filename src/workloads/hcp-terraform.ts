import { escapePattern, issuerUrl, requirePattern } from "./options";
import { groupsIn, otherIssuer, unescapePattern } from "./recognition";
import type { Environment, Workload } from "./workload";

/** The trusted runs of a workspace: plans and applies, unless `runPhase` selects one. */
export interface HcpTerraformOptions {
  readonly organization: string;
  /** The name of the workspace's project; defaults to `Default Project`. */
  readonly project?: string;
  readonly workspace: string;
  readonly runPhase?: "plan" | "apply";
  /** The URL of a Terraform Enterprise installation, without a trailing slash. */
  readonly issuer?: string;
}

const isCurrent = (env: Environment): boolean => Boolean(env.TFC_RUN_ID);

/** A token tagged PLATFORM takes precedence over the untagged one, which other tools may use. */
const tokenIn = (env: Environment): string | undefined =>
  env.TFC_WORKLOAD_IDENTITY_TOKEN_PLATFORM || env.TFC_WORKLOAD_IDENTITY_TOKEN || undefined;

const ISSUER = "https://app.terraform.io";
const DEFAULT_PROJECT = "Default Project";

/**
 * HCP Terraform and Terraform Enterprise. The subject format is documented on the workload identity page. A workspace
 * variable sets the audience; a token is valid for the duration of a plan or apply.
 */
export const hcpTerraform = {
  id: "hcp-terraform",
  title: "HCP Terraform",
  isCurrent,
  options: ["organization", "project", "workspace", "runPhase", "issuer"],
  claims: (options) => {
    const name = /^[A-Za-z0-9_-]+$/;
    const organization = requirePattern(options, "organization", name, "an organization name");
    const workspace = requirePattern(options, "workspace", name, "a workspace name");
    const { project = DEFAULT_PROJECT } = options;
    requirePattern({ project }, "project", /^[A-Za-z0-9 _-]+$/, "a project name");
    const issuer = issuerUrl(options.issuer) ?? ISSUER;
    const run = `organization:${organization}:project:${project}:workspace:${workspace}:run_phase`;
    if (options.runPhase === undefined) return { issuer, subjectPattern: `${escapePattern(run)}:(plan|apply)` };
    return { issuer, subject: `${run}:${requirePattern(options, "runPhase", /^(plan|apply)$/, "plan or apply")}` };
  },
  optionsOf: ({ issuer, subject, subjectPattern = "" }) => {
    const { organization, project, workspace, runPhase } =
      groupsIn(
        subject ?? unescapePattern(subjectPattern),
        /^organization:(?<organization>[^:]+):project:(?<project>[^:]+):workspace:(?<workspace>[^:]+):run_phase:(?:(?<runPhase>plan|apply)|\(plan\|apply\))$/,
      ) ?? {};
    if (!organization || !workspace) return undefined;
    return {
      organization,
      ...(project && project !== DEFAULT_PROJECT ? { project } : {}),
      workspace,
      ...(runPhase === "plan" || runPhase === "apply" ? { runPhase } : {}),
      ...otherIssuer(issuer, ISSUER),
    };
  },
  tokenSource: (env) => {
    const token = isCurrent(env) ? tokenIn(env) : undefined;
    return token === undefined ? undefined : { kind: "variable", title: "HCP Terraform", token };
  },
  missingTokenAdvice: (env) =>
    isCurrent(env) && !tokenIn(env)
      ? "Set the workspace's environment variable TFC_WORKLOAD_IDENTITY_AUDIENCE to the value of auth_url."
      : undefined,
} as const satisfies Workload<HcpTerraformOptions>;
