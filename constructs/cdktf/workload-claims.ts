import { escaped, unescaped } from "../../src/access/sources/terraform-strings";
import { claimsOf, type Workload, WorkloadOptionError } from "../../src/workloads";
import type { identity } from "./bindings";
import { isUnknown } from "./expression";

/**
 * Returns the token claims of a pipeline from the options that select it. `path` is the path of the construct. Throws
 * an Error if the options are invalid, or known only at deployment. `others` are the names of the construct's
 * other properties.
 */
export function workloadClaims<Options extends object>(
  workload: Workload<Options>,
  options: object,
  path: string,
  others: readonly string[],
): identity.IdentityClaimMatch {
  for (const [option, value] of Object.entries(options)) {
    if ([value].flat().some(isUnknown)) {
      throw new Error(
        `[${path}] ${option} must be known at synthesis, because it is part of the subject claim. To create an identity per ` +
          "value, use a loop in the program instead of a TerraformIterator",
      );
    }
  }
  const known = Object.fromEntries(
    Object.entries(options).map(([option, value]) => [
      option,
      Array.isArray(value) ? value.map(literal) : literal(value),
    ]),
  );
  try {
    return escapedValues(claimsOf(workload, known, others)) as identity.IdentityClaimMatch;
  } catch (error) {
    if (error instanceof WorkloadOptionError) throw new Error(`[${path}] ${error.message}`, { cause: error });
    throw error;
  }
}

const literal = (value: unknown): unknown => (typeof value === "string" ? unescaped(value) : value);

const escapedValues = (claims: object): object =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]: [string, string | object]) => [
      name,
      typeof value === "string" ? escaped(value) : escapedValues(value),
    ]),
  );
