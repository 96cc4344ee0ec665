import { Token } from "cdktf";
import { type Workload, WorkloadOptionError } from "../../src/workloads";
import type { identity } from "./bindings";

/**
 * The claims of tokens of a pipeline, from the options that name it. `path` is that of the construct they are for.
 * Throws an Error where the options can name no pipeline, or are known only at deployment.
 */
export function workloadClaims<Options extends object>(
  workload: Workload<Options>,
  options: Options,
  path: string,
): identity.IdentityClaimMatch {
  for (const [option, value] of Object.entries(options)) {
    if (Token.isUnresolved(value)) {
      throw new Error(
        `[${path}] ${option} must be known when the program runs: it goes into a subject that is written then, not at deployment`,
      );
    }
  }
  try {
    const claims = Object.entries(workload.claims(options)).map(([claim, text]) => [claim, literal(text)]);
    return Object.fromEntries(claims) as identity.IdentityClaimMatch;
  } catch (error) {
    if (error instanceof WorkloadOptionError) throw new Error(`[${path}] ${error.message}`, { cause: error });
    throw error;
  }
}

/** A branch may be called `${x}`; Terraform must not take that for an expression. */
const literal = (text: string): string => text.replace(/([$%])\{/g, "$1$1{");
