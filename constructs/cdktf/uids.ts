import type { Construct } from "constructs";
import {
  camelCase,
  clientDefinitions,
  definitionNamed,
  type Field,
  fieldsOf,
  formatPath,
  invalidUid,
  isInput,
  type ReferencedType,
  type ResourceDefinition,
  snakeCase,
  uidPattern,
} from "../../src/model";
import { noun, nounWithArticle, typeName } from "../../src/provider/names";
import { attributeReference, isUnknown } from "./expression";

/** Determines the resource type of a uid, as far as possible: from a reference's type, or from a literal's levels. */

/**
 * Returns why a value is not the uid of a resource of the type, as a phrase after the property's name, or undefined.
 */
export function uidProblem(scope: Construct, type: ReferencedType, value: unknown): string | undefined {
  return isUnknown(value) ? referenceProblem(definitionNamed(type)!, scope, value) : literalUidProblem(type, value);
}

/** Returns why a reference is not such a uid, or undefined. */
export function referenceProblem(definition: ResourceDefinition, scope: Construct, value: unknown): string | undefined {
  const meaning = isUnknown(value) ? describeReference(scope, value) : undefined;
  const expected = uidPhrase(definition);
  return meaning === undefined || meaning === expected ? undefined : `must be ${expected}, not ${meaning}`;
}

/** Returns a phrase such as "the uid of a group"; account associations have their group's uid. */
const uidPhrase = (definition: ResourceDefinition): string =>
  `the uid of ${nounWithArticle(definition.uid === "parent" ? definitionNamed(definition.parent.type)! : definition)}`;

/** Returns why a literal is not such a uid, or undefined. */
export function literalUidProblem(type: ReferencedType, value: unknown): string | undefined {
  if (isUnknown(value)) return undefined;
  if (typeof value !== "string" || !uidPattern.test(value)) return invalidUid;
  const definition = definitionNamed(type)!;
  // Only root groups and built-in roles are outside of groups.
  return value.includes("/") || definition.parent.optional
    ? undefined
    : `must be ${uidPhrase(definition)}: the uid of its ${noun(definitionNamed(definition.parent.type)!)}, "/" and 16 hexadecimal digits`;
}

/** Returns a problem for each property whose value is known to be the uid of another type, or not a uid. */
export function uidProblems(definition: ResourceDefinition, resource: Construct): string[] {
  const inputs = resource as unknown as Readonly<Record<string, unknown>>;
  const { attribute, type } = definition.parent;
  const parentUid = inputs[`${attribute}Input`];
  const problem = parentUid === undefined ? undefined : uidProblem(resource, type, parentUid);
  const fields = fieldsOf(definition).filter(([, field]) => isInput(field));
  return [
    ...(problem ? [`${attribute} ${problem}`] : []),
    ...fields.flatMap(([name, field]) => {
      const property = camelCase(name);
      return problemsIn(resource, field, inputs[`${property}Input`], [property]);
    }),
  ];
}

function problemsIn(scope: Construct, field: Field, value: unknown, path: readonly (string | number)[]): string[] {
  const { refersTo, members, element } = field;
  // Missing values and invalid uids are reported by the model's checks.
  if (refersTo) {
    const problem = isUnknown(value) || uidPattern.test(String(value)) ? uidProblem(scope, refersTo, value) : undefined;
    return problem ? [`${formatPath(path)} ${problem}`] : [];
  }
  if (typeof value !== "object" || value === null || isUnknown(value)) return [];
  if (element)
    return Object.entries(value).flatMap(([key, each]) =>
      problemsIn(scope, element, each, [...path, Array.isArray(value) ? Number(key) : key]),
    );
  return Object.entries(members ?? {}).flatMap(([name, member]) => {
    const property = camelCase(name);
    return problemsIn(scope, member, (value as Readonly<Record<string, unknown>>)[property], [...path, property]);
  });
}

/** Describes a reference, such as "the uid of a group" or "the name of a role"; undefined if unknown. */
function describeReference(scope: Construct, value: unknown): string | undefined {
  const reference = attributeReference(scope, value);
  const definition = clientDefinitions.find((each) => typeName(each) === `platform_${reference?.type}`);
  if (!reference || !definition) return undefined;
  const { parent } = definition;
  if (reference.attribute === "uid" || reference.attribute === "id") return uidPhrase(definition);
  if (reference.attribute === snakeCase(parent.attribute)) return uidPhrase(definitionNamed(parent.type)!);
  const [name, field] = fieldsOf(definition).find(([name]) => snakeCase(name) === reference.attribute) ?? [];
  if (!name || !field) return undefined;
  return field.refersTo
    ? uidPhrase(definitionNamed(field.refersTo)!)
    : `the ${snakeCase(name).replaceAll("_", " ")} of ${nounWithArticle(definition)}`;
}
