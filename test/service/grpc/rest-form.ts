import { canonicalTimestamp, type Field, type Fields, type ResourceDefinition } from "../../../src/model";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Converts a message's JSON to REST's form of the resource: adds zero values and milliseconds. Nothing else may differ
 * between the two.
 */
export const restForm = (definition: ResourceDefinition, message: JsonObject): JsonObject =>
  members(definition.fields, message);

function members(fields: Fields, value: JsonObject): JsonObject {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (field.writeOnly || (field.oneof && value[name] === undefined) || (field.onlyInCreate && !value[name]))
      return [];
    return [[name, value[name] === undefined ? field.zero : restValue(field, value[name])] as const];
  });
  return Object.fromEntries(entries);
}

function restValue(field: Field, value: unknown): unknown {
  if (field.members) return members(field.members, value as JsonObject);
  if (field.kind === "timestamp") return canonicalTimestamp(value as string);
  if (field.element && Array.isArray(value)) return value.map((each) => restValue(field.element!, each));
  if (field.kind === "map")
    return Object.fromEntries(
      Object.entries(value as object).map(([key, each]) => [key, restValue(field.element!, each)]),
    );
  return value;
}
