/**
 * The systems that run pipelines: one file for each, which says who issues its tokens, how a pipeline's subject is
 * written, and where a running pipeline gets its token. Everything here is data and pure functions: no requests, no
 * files, no programs, no secrets kept. A new system is one file and one row below.
 */
import { buildkite } from "./buildkite";
import { circleCi } from "./circle-ci";
import { githubActions } from "./github-actions";
import { gitlabCi } from "./gitlab-ci";
import { hcpTerraform } from "./hcp-terraform";
import { kubernetes } from "./kubernetes";
import type { Environment, TokenSource, Workload } from "./workload";

export { type BuildkiteOptions, buildkite } from "./buildkite";
export { type CircleCiOptions, circleCi } from "./circle-ci";
export { type GithubActionsOptions, githubActions, githubRequestVariables } from "./github-actions";
export { type GitlabCiOptions, gitlabCi } from "./gitlab-ci";
export { type HcpTerraformOptions, hcpTerraform } from "./hcp-terraform";
export { type KubernetesOptions, kubernetes } from "./kubernetes";
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

/** Every system we know, in the order in which a running process is asked for a token source. */
export const workloads = [
  githubActions,
  gitlabCi,
  hcpTerraform,
  circleCi,
  buildkite,
  kubernetes,
] as const satisfies readonly Workload<never>[];

const all: readonly Pick<Workload<never>, "runs" | "tokenSource" | "missingTokenAdvice">[] = workloads;

/** Where this process, run by one of the known systems, can get its OIDC token; undefined outside of all of them. */
export function tokenSource(env: Environment): TokenSource | undefined {
  for (const workload of all) {
    const source = workload.tokenSource?.(env);
    if (source) return source;
  }
  return undefined;
}

/** Whether this process runs in a pipeline, of a known system or of another that says so as most do. */
export function runsPipeline(env: Environment): boolean {
  return !["", "0", "false"].includes(env.CI ?? "") || all.some((workload) => workload.runs(env));
}

/** What to change in a pipeline that one of the known systems runs without offering it a token, as a sentence. */
export function missingTokenAdvice(env: Environment): string | undefined {
  for (const workload of all) {
    const advice = workload.missingTokenAdvice?.(env);
    if (advice) return advice;
  }
  return undefined;
}
