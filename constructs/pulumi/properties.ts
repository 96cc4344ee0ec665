import { parentUidOf, sameValue } from "../../src/client";
import {
  atLeastOneOf,
  camelCase,
  compositeDefinitions,
  type Field,
  type Fields,
  findCapability,
  isInput,
  isManaged,
  type ReferencedType,
  type ResourceDefinition,
  uidTypeOf,
} from "../../src/model";
import { uidFormat } from "../../src/model/formats";
import { reference, string } from "../../src/model/kinds";

/** A resource's inputs or outputs in Pulumi, by name. */
export type Properties = Readonly<Record<string, unknown>>;

/** The input that makes a create adopt an existing resource. */
export const IMPORT_UID = "importUid";

/** The input that determines how differences of an adopted resource are handled. */
export const ADOPT = "adopt";

/** Inputs that only affect how a resource becomes managed. */
export const adoptionInputs: readonly string[] = [IMPORT_UID, ADOPT];

/**
 * Returns a definition as programs see it: all names in lowerCamelCase, and in addition to the API's fields the
 * parent's uid and `importUid`. The parent is an immutable field, so that comparisons of fields include it.
 */
export function pulumiView(definition: ResourceDefinition): ResourceDefinition {
  const { attribute, type } = definition.parent;
  const isComposite = compositeDefinitions.includes(definition);
  const fields: Fields = {
    ...Object.fromEntries(Object.entries(definition.fields).map(([name, field]) => [camelCase(name), field])),
    [attribute]: reference(type, {
      number: 0,
      immutable: true,
      ...uidFormat,
      description: `The uid of the ${type.toLowerCase()} that it belongs to.`,
    }),
    ...(isComposite ? {} : { [IMPORT_UID]: importUidField(definition) }),
    [ADOPT]: string({
      number: 0,
      pattern: /^overwrite$/,
      allowed: 'must be "overwrite"',
      description: "Set to `overwrite` to change the adopted resource where it differs from the arguments.",
    }),
  };
  return {
    ...definition,
    fields,
    rules: [...(definition.rules ?? []), atLeastOneOf(attribute, ...(isComposite ? [] : [IMPORT_UID]))],
  };
}

/** The cast is needed because few types are referred to, but all can be adopted. */
const importUidField = (definition: ResourceDefinition): Field =>
  reference(uidTypeOf(definition) as ReferencedType, {
    number: 0,
    ...uidFormat,
    description: "The uid of an existing resource to adopt instead of creating one.",
  });

/** Returns the body of a request that sets the named fields, clearing those without a property. */
export function bodyOf(definition: ResourceDefinition, properties: Properties, names?: readonly string[]): Properties {
  const entries = Object.keys(definition.fields)
    .filter((name) => isInput(definition.fields[name]!))
    .map((name) => [name, camelCase(name)] as const)
    .filter(([, property]) => (names ? names.includes(property) : isPresent(properties[property])))
    .map(([name, property]) => [name, properties[property] ?? null]);
  return Object.fromEntries(entries);
}

/** Returns the names of fields as in the API's update masks. */
export const maskOf = (definition: ResourceDefinition, names: readonly string[]): string[] =>
  Object.keys(definition.fields).filter((name) => names.includes(camelCase(name)));

/**
 * Returns the properties of a response. A value is kept verbatim from `prior` if both are equivalent, or if the
 * service never returns it or returns it only on create; other values are converted to the program's notation. Omits
 * `uid`, which is the resource's id, and fields that managed resources do not have.
 */
export function propertiesOf(definition: ResourceDefinition, response: Properties, prior: Properties): Properties {
  const properties: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (name === "uid" || !isManaged(field)) continue;
    const key = camelCase(name);
    const value = isInput(field) ? asConfigured(field, response[name], prior[key]) : response[name];
    const isReturned = !field.writeOnly && !(field.onlyInCreate && isZero(field, value));
    const keep = !isReturned || (isPresent(prior[key]) && sameValue(field, prior[key], value));
    properties[key] = keep ? prior[key] : value;
  }
  properties[definition.parent.attribute] = parentUidOf(definition, String(response.uid));
  for (const name of adoptionInputs) properties[name] = prior[name];
  return withoutUndefined(properties);
}

/** Returns the properties that a program would have to set to get this resource. */
export const inputsOf = (view: ResourceDefinition, properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => {
      const field = view.fields[name];
      return field !== undefined && isInput(field) && !isZero(field, value);
    }),
  );

export const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

export const isZero = (field: Field, value: unknown): boolean => sameValue(field, value, undefined);

/**
 * Returns a value of a response as a configuration writes it: without members that are output-only or zero, with short
 * capability names, and with members that are never returned, such as an identity provider's secret, as given.
 */
function asConfigured(field: Field, value: unknown, given?: unknown): unknown {
  if (field.writeOnly) return given;
  if (!isPresent(value)) return undefined;
  if (field.kind === "capability") return findCapability(String(value)) ?? value;
  if (field.element && Array.isArray(value)) return value.map((each) => asConfigured(field.element!, each));
  if (!field.members) return value;
  const known = (given ?? {}) as Properties;
  const members = Object.entries(field.members)
    .filter(([, member]) => isInput(member))
    .map(([name, member]) => [name, member, asConfigured(member, (value as Properties)[name], known[name])] as const)
    .filter(
      ([name, member, written]) => !isZero(member, written) && !(member.hasServiceDefault && !isPresent(known[name])),
    )
    .map(([name, , written]) => [name, written]);
  return Object.fromEntries(members);
}

/** Removes undefined values through JSON: the engine fails on one at any depth, after the resource was created. */
const withoutUndefined = (value: Properties): Properties => JSON.parse(JSON.stringify(value)) as Properties;
