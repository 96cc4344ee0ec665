/**
 * The supported CI systems and workload platforms: each file defines the issuer of a system's tokens, the format of
 * their subjects, and how a running job gets its token. This folder contains only data and pure functions: no requests,
 * files, programs or stored secrets. To add a system, add a file and an entry to the list below.
 */
import { awsRole } from "./aws-role";
import { azureDevops } from "./azure-devops";
import { bitbucketPipelines } from "./bitbucket-pipelines";
import { buildkite } from "./buildkite";
import { circleCi } from "./circle-ci";
import { githubActions } from "./github-actions";
import { gitlabCi } from "./gitlab-ci";
import { googleCloud } from "./google-cloud";
import { hcpTerraform } from "./hcp-terraform";
import { kubernetes } from "./kubernetes";
import { pulumiCloud } from "./pulumi-cloud";
import { spacelift } from "./spacelift";
import type { Environment, TokenSource, Workload } from "./workload";

export { type AwsRoleOptions, awsRole } from "./aws-role";
export { type AzureDevopsOptions, azureDevops } from "./azure-devops";
export { type BitbucketPipelinesOptions, bitbucketPipelines } from "./bitbucket-pipelines";
export { type BuildkiteOptions, buildkite } from "./buildkite";
export { type CircleCiOptions, circleCi } from "./circle-ci";
export { type GithubActionsOptions, githubActions, githubRequestVariables } from "./github-actions";
export { type GitlabCiOptions, gitlabCi } from "./gitlab-ci";
export { type GoogleCloudOptions, googleCloud } from "./google-cloud";
export { type HcpTerraformOptions, hcpTerraform } from "./hcp-terraform";
export { type KubernetesOptions, kubernetes } from "./kubernetes";
export { claimsOf } from "./options";
export { type PulumiCloudOptions, pulumiCloud } from "./pulumi-cloud";
export { type SpaceliftOptions, spacelift } from "./spacelift";
export {
  type CommandSource,
  type Environment,
  type RequestSource,
  type TokenRequest,
  type TokenSource,
  type VariableSource,
  type Workload,
  type WorkloadClaims,
  WorkloadOptionError,
} from "./workload";

/** All supported systems, in the order in which token sources are tried. */
export const workloads = [
  githubActions,
  gitlabCi,
  hcpTerraform,
  circleCi,
  buildkite,
  bitbucketPipelines,
  azureDevops,
  spacelift,
  pulumiCloud,
  googleCloud,
  awsRole,
  kubernetes,
] as const satisfies readonly Workload<never>[];

/** The systems as sources of tokens. */
export const allWorkloads: readonly Pick<
  Workload<never>,
  "title" | "isCurrent" | "tokenSource" | "missingTokenAdvice"
>[] = workloads;

/**
 * Returns how this process can get its OIDC token from the system that runs it; undefined if no supported system is
 * detected.
 */
export function tokenSource(env: Environment): TokenSource | undefined {
  for (const workload of allWorkloads) {
    const source = workload.tokenSource?.(env);
    if (source) return source;
  }
  return undefined;
}

/** Reports whether this process runs in a pipeline, of a supported system or of any that sets CI. */
export function isPipeline(env: Environment): boolean {
  return !["", "0", "false"].includes(env.CI ?? "") || allWorkloads.some((workload) => workload.isCurrent(env));
}

/** Returns a sentence about what to change if a supported system runs this process but provides no token. */
export function missingTokenAdvice(env: Environment): string | undefined {
  for (const workload of allWorkloads) {
    const advice = workload.missingTokenAdvice?.(env);
    if (advice) return advice;
  }
  return undefined;
}
