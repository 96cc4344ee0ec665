import * as pulumi from "@pulumi/pulumi";
import { type Workload, WorkloadOptionError } from "../../src/workloads";

/**
 * Returns the token claims of a pipeline from the options that select it. `name` is the resource's name. Throws a
 * RunError for invalid options, immediately unless one of them is an output of another resource.
 */
export function workloadClaims<O>({ title, options: names, claims }: Workload<O>, name: string, options: object) {
  const claimsOf = (known: object) => {
    try {
      // A misspelled `branch` must not result in trust in the default branch.
      const stray = Object.keys(known).find((option) => !names.some((each) => each === option));
      if (stray !== undefined)
        throw new WorkloadOptionError(stray, `is not an option of ${title}; options are ${names.join(", ")}`);
      return { ...claims(known as O) };
    } catch (error) {
      if (error instanceof WorkloadOptionError) throw new pulumi.RunError(`Identity ${name}: ${error.message}`);
      throw error;
    }
  };
  const isPlain = Object.values(options).every((value) => Object(value) !== value);
  return isPlain ? claimsOf(options) : pulumi.output(options).apply(claimsOf);
}
