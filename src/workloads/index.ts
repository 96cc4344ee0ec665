/**
 * The systems that run pipelines: one file for each, which says who issues its tokens, how a pipeline's subject is
 * written, and where a running pipeline gets its token. Everything here is data and pure functions: no requests, no
 * files, no secrets kept. A new system is one file and one row below.
 */
import { githubActions } from "./github-actions";
import type { Environment, TokenSource, Workload } from "./workload";

export { type GithubActionsOptions, githubActions, githubRequestVariables } from "./github-actions";
export {
  type Environment,
  type TokenRequest,
  type TokenSource,
  type Workload,
  WorkloadOptionError,
} from "./workload";

/** Every system we know, in the order in which a running process is asked for a token source. */
export const workloads = [githubActions] as const satisfies readonly Workload<never>[];

/** Where this process, run by one of the known systems, can get its OIDC token; undefined outside of all of them. */
export function tokenSource(env: Environment): TokenSource | undefined {
  for (const workload of workloads) {
    const source = workload.tokenSource?.(env);
    if (source) return source;
  }
  return undefined;
}

/** Whether this process runs in a pipeline, of a known system or of another that says so as most do. */
export function runsPipeline(env: Environment): boolean {
  return !["", "0", "false"].includes(env.CI ?? "") || workloads.some((workload) => workload.runs(env));
}

/** What to change in a pipeline that one of the known systems runs without offering it a token, as a sentence. */
export function missingTokenAdvice(env: Environment): string | undefined {
  for (const workload of workloads) {
    const advice = workload.missingTokenAdvice?.(env);
    if (advice) return advice;
  }
  return undefined;
}
