import { issuerUrl, literally, matching } from "./options";
import type { Environment, Workload } from "./workload";

/** The runs of a workspace that are trusted: plans and applies, unless one of them is named. */
export interface HcpTerraformOptions {
  readonly organization: string;
  /** The name of the project that the workspace is in; `Default Project` unless given. */
  readonly project?: string;
  readonly workspace: string;
  readonly runPhase?: "plan" | "apply";
  /** The address of a Terraform Enterprise of one's own, without a trailing slash. */
  readonly issuer?: string;
}

const runs = (env: Environment): boolean => Boolean(env.TFC_RUN_ID);

/** A token of its own for the platform may stand beside one that others use. */
const tokenIn = (env: Environment): string | undefined =>
  env.TFC_WORKLOAD_IDENTITY_TOKEN_PLATFORM || env.TFC_WORKLOAD_IDENTITY_TOKEN || undefined;

/**
 * HCP Terraform and Terraform Enterprise. Subjects are written as the page on workload identity has them. A workspace's
 * variable settles the audience; the token lasts as long as a plan or apply may.
 */
export const hcpTerraform = {
  id: "hcp-terraform",
  title: "HCP Terraform",
  runs,
  options: ["organization", "project", "workspace", "runPhase", "issuer"],
  claims: (options) => {
    const name = /^[A-Za-z0-9_-]+$/;
    const organization = matching(options, "organization", name, "an organization's name");
    const workspace = matching(options, "workspace", name, "a workspace's name");
    const { project = "Default Project" } = options;
    matching({ project }, "project", /^[A-Za-z0-9 _-]+$/, "a project's name");
    const issuer = issuerUrl(options.issuer) ?? "https://app.terraform.io";
    const run = `organization:${organization}:project:${project}:workspace:${workspace}:run_phase`;
    if (options.runPhase === undefined) return { issuer, subjectPattern: `${literally(run)}:(plan|apply)` };
    return { issuer, subject: `${run}:${matching(options, "runPhase", /^(plan|apply)$/, "plan or apply")}` };
  },
  tokenSource: (env) => {
    const token = runs(env) ? tokenIn(env) : undefined;
    return token === undefined ? undefined : { kind: "variable", title: "HCP Terraform", token };
  },
  missingTokenAdvice: (env) =>
    runs(env) && !tokenIn(env)
      ? "HCP Terraform gives a run its token where the workspace has an environment variable " +
        "TFC_WORKLOAD_IDENTITY_AUDIENCE, with auth_url as its value."
      : undefined,
} as const satisfies Workload<HcpTerraformOptions>;
