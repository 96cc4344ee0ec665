import type { Construct } from "constructs";
import { issuerPatternProblem, patternProblem } from "../../src/client";
import { camelCase, check, dotted, fieldsOf, isInput, type ResourceDefinition } from "../../src/model";
import { explainCircles } from "./cross-stack";
import { asSent, unknown } from "./expression";
import { validateLogicalIds } from "./logical-ids";
import { uidProblems } from "./uids";

/**
 * Has a resource checked against the model when the app is synthesized, as the service would check it later. What is
 * known only at deployment is passed over. Each problem is one line that begins with the construct's path and the
 * property. `further` finds what the model cannot know.
 */
export function validateAgainst(
  definition: ResourceDefinition,
  resource: Construct,
  further: () => readonly string[] = () => [],
): void {
  validateLogicalIds(resource);
  explainCircles(resource);
  resource.node.addValidation({
    validate: () => {
      const violations = check(definition.fields, definition.rules ?? [], inputsOf(definition, resource), {
        isUnknown: (value) => value === unknown,
        spell: camelCase,
        group: asSent(
          (resource as unknown as Readonly<Record<string, unknown>>)[`${definition.parent.attribute}Input`],
        ),
        regexProblem: (pattern, kind) => (kind === "issuer" ? issuerPatternProblem(pattern) : patternProblem(pattern)),
      });
      const problems = violations.map(
        ({ path: [field, ...below], problem }) => `${dotted([camelCase(String(field)), ...below])} ${problem}`,
      );
      return [...problems, ...uidProblems(definition, resource), ...further()];
    },
  });
}

/** The present values of the properties by the names of their fields, from the getters that bindings have for them. */
function inputsOf(definition: ResourceDefinition, resource: Construct): Record<string, unknown> {
  const getters = resource as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fieldsOf(definition)
      .filter(([, field]) => isInput(field))
      .map(([name]) => [name, asSent(getters[`${camelCase(name)}Input`])]),
  );
}
