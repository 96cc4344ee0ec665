import {
  type Field,
  type Fields,
  isJsonObject,
  type JsonObject,
  type ResourceDefinition,
  unknownFieldProblem,
  type Violation,
} from "../model";
import { resolveName } from "./mask";

/** A parsed request body: members have their JSON names, and null members are removed. */
export interface ReadBody {
  readonly value: JsonObject;
  /** All top-level fields in the body, including null ones: the default update mask of a PATCH. */
  readonly fieldsInBody: readonly string[];
}

/**
 * Parses a body: aliases and snake_case names become the fields' JSON names. Unknown and duplicate fields are
 * violations.
 */
export function readBody(definition: ResourceDefinition, body: JsonObject): ReadBody | { violations: Violation[] } {
  const violations: Violation[] = [];
  const value = readObject(definition.fields, body, [], violations);
  if (violations.length > 0) return { violations };
  const named = Object.keys(body).flatMap((name) => resolveName(definition.fields, name) ?? []);
  return { value, fieldsInBody: [...new Set(named)] };
}

/** Parses an object, and adds the violations of its unknown and duplicate members at the path. */
export function readObject(
  members: Fields,
  body: JsonObject,
  path: readonly (string | number)[],
  violations: Violation[],
): JsonObject {
  const seen = new Map<string, string>();
  const entries = Object.entries(body).flatMap(([given, value]) => {
    const name = resolveName(members, given);
    const field = name === undefined ? undefined : members[name];
    if (name === undefined || field === undefined) {
      violations.push({
        path: [...path, given],
        problem: unknownFieldProblem(given, Object.keys(members)),
      });
      return [];
    }
    const other = seen.get(name);
    if (other !== undefined) violations.push({ path: [...path, given], problem: `is the same field as ${other}` });
    seen.set(name, given);
    return value === null ? [] : [[name, readValue(field, value, [...path, name], violations)] as const];
  });
  return Object.fromEntries(entries);
}

function readValue(field: Field, value: unknown, path: readonly (string | number)[], violations: Violation[]): unknown {
  const { kind, members, element } = field;
  if (kind === "object" && members && isJsonObject(value)) return readObject(members, value, path, violations);
  if (element && Array.isArray(value))
    return value.map((each, index) => readValue(element, each, [...path, index], violations));
  if (kind === "map" && element && isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, readValue(element, each, [...path, key], violations)]),
    );
  return value;
}
