import * as pulumi from "@pulumi/pulumi";
import { claimsOf, type Workload, WorkloadOptionError } from "../../src/workloads";
import { printable, runError } from "./run-error";

/**
 * Returns the token claims of a pipeline from the options that select it. `name` is the resource's name. Throws a
 * RunError for invalid options, immediately unless one of them is an output of another resource.
 */
export function workloadClaims<O>(workload: Workload<O>, name: string, options: object) {
  const claimsOfKnown = (known: object) => {
    try {
      return { ...claimsOf(workload, known) };
    } catch (error) {
      if (error instanceof WorkloadOptionError) throw runError(`Identity ${name}: ${error.message}`);
      throw printable(error);
    }
  };
  const isPlain = Object.values(options)
    .flat()
    .every((value) => Object(value) !== value);
  return isPlain ? claimsOfKnown(options) : pulumi.output(options).apply(claimsOfKnown);
}
