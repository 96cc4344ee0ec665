import * as pulumi from "@pulumi/pulumi";
import { type Workload, WorkloadOptionError } from "../../src/workloads";

/**
 * The claims of tokens of a pipeline, from the options that name it. `name` is that of the resource they are for. Throws
 * a RunError where the options can name no pipeline: at once, unless one of them is another resource's output.
 */
export function workloadClaims<O>({ title, options: names, claims }: Workload<O>, name: string, options: object) {
  const claimsOf = (known: object) => {
    try {
      // Whoever misspells `branch` must not trust the branch that it is by default.
      const stray = Object.keys(known).find((option) => !names.some((each) => each === option));
      if (stray !== undefined)
        throw new WorkloadOptionError(stray, `is not an option of ${title}; known are ${names.join(", ")}`);
      return { ...claims(known as O) };
    } catch (error) {
      if (error instanceof WorkloadOptionError) throw new pulumi.RunError(`Identity ${name}: ${error.message}`);
      throw error;
    }
  };
  const isPlain = Object.values(options).every((value) => Object(value) !== value);
  return isPlain ? claimsOf(options) : pulumi.output(options).apply(claimsOf);
}
