import type { TerraformResource } from "cdktf";
import { issuerPatternProblem, patternProblem } from "../../src/client";
import { camelCase, check, fieldsOf, formatPath, isInput, type ResourceDefinition } from "../../src/model";
import { timeoutProblem } from "../../src/provider/timeouts";
import { resolveLiterals, unknown } from "./expression";
import { validateLogicalIds } from "./logical-ids";
import { otherStackProblem } from "./provider-of";
import { explainCycles } from "./stack-cycles";
import { uidProblems } from "./uids";
import { withoutVersions } from "./versions";

/**
 * Adds validation of a resource against the model during synthesis, with the service's rules. Values known only at
 * deployment are skipped. Each problem is one line that begins with the construct's path and the property.
 * `additionalProblems` returns problems beyond the model.
 */
export function validateAgainst(
  definition: ResourceDefinition,
  resource: TerraformResource,
  additionalProblems: () => readonly string[] = () => [],
): void {
  validateLogicalIds(resource);
  explainCycles(resource);
  resource.node.addValidation({
    validate: () => {
      const violations = check(definition.fields, definition.rules ?? [], inputsOf(definition, resource), {
        isUnknown: (value) => value === unknown,
        formatName: camelCase,
        group: resolveLiterals(
          (resource as unknown as Readonly<Record<string, unknown>>)[`${definition.parent.attribute}Input`],
        ),
        regexProblem: (pattern, kind) => (kind === "issuer" ? issuerPatternProblem(pattern) : patternProblem(pattern)),
      });
      const problems = violations.map(
        ({ path: [field, ...below], problem }) => `${formatPath([camelCase(String(field)), ...below])} ${problem}`,
      );
      return [
        ...problems,
        ...providerProblem(resource),
        ...timeoutProblems(resource),
        ...uidProblems(definition, resource),
        ...additionalProblems(),
      ];
    },
  });
}

function timeoutProblems(resource: TerraformResource): string[] {
  const { timeoutsInput } = resource as unknown as { readonly timeoutsInput?: object };
  return Object.entries(resolveLiterals(timeoutsInput) ?? {}).flatMap(([operation, value]) => {
    const problem = timeoutProblem(value);
    return problem ? [`timeouts.${operation} ${problem}; got ${JSON.stringify(value)}`] : [];
  });
}

/** The provider may be set after construction. */
function providerProblem(resource: TerraformResource): string[] {
  const problem = resource.provider && otherStackProblem(resource, resource.provider);
  return problem ? [`provider ${problem}`] : [];
}

/** Returns the current values of the properties by field name, from the getters of the generated class. */
function inputsOf(definition: ResourceDefinition, resource: TerraformResource): Record<string, unknown> {
  const getters = resource as unknown as Readonly<Record<string, unknown>>;
  const inputs = fieldsOf(definition)
    .filter(([, field]) => isInput(field))
    .map(([name]) => [name, resolveLiterals(getters[`${camelCase(name)}Input`])]);
  return withoutVersions(definition.fields, Object.fromEntries(inputs));
}
