import { invalidArgument, type MaskPath, type RemovedValue, readBody, sameValue } from "../../../api";
import {
  check,
  type Field,
  type Fields,
  isInput,
  isJsonObject,
  isUnset,
  type JsonObject,
  type ResourceDefinition,
  type Violation,
} from "../../../model";
import { rulesOf } from "../rules";

/** Parses a body. Throws INVALID_ARGUMENT that names unknown members. */
export function readInputs(definition: ResourceDefinition, body: JsonObject) {
  const read = readBody(definition, body);
  if ("violations" in read) throw invalidArgument(read.violations);
  return { value: read.value, named: read.fieldsInBody.filter((name) => isInputNamed(definition.fields, name)) };
}

const isInputNamed = (fields: Fields, name: string): boolean => {
  const field = fields[name];
  return field !== undefined && isInput(field);
};

/** Returns the inputs of a resource in stored form after all checks. `stored` has the fields before an update. */
export function checkedInputs(
  definition: ResourceDefinition,
  value: JsonObject,
  now: string,
  { dropped, stored }: { readonly dropped?: readonly RemovedValue[]; readonly stored?: JsonObject } = {},
): JsonObject {
  const normal = normalizedInputs(definition, value, dropped);
  checkAtTime(definition, normal, now, stored);
  return normal;
}

/** Checks what depends on the time or on the stored fields. Throws INVALID_ARGUMENT. */
export function checkAtTime({ name }: ResourceDefinition, inputs: JsonObject, now: string, stored?: JsonObject): void {
  throwIfAny(rulesOf(name).check?.(inputs, now, stored) ?? []);
}

/**
 * Returns the inputs of a resource in stored form: validated, without zero values and outputs, and normalized except
 * where clients expect to read back what they wrote: the order of sets and the spelling of keys. Absent, empty and null
 * are equivalent, so empty values count as not set. Throws INVALID_ARGUMENT, which explains if an update's mask dropped
 * a missing value.
 */
export function normalizedInputs(
  { fields, rules = [] }: ResourceDefinition,
  value: JsonObject,
  dropped: readonly RemovedValue[] = [],
): JsonObject {
  const inputs = compact(fields, value);
  throwIfAny(check(fields, rules, inputs).map((violation) => explained(violation, dropped)));
  return compact(
    fields,
    Object.fromEntries(
      Object.entries(inputs).flatMap(([each, own]) => {
        const field = fields[each];
        return field ? [[each, storedForm(field, own)]] : [];
      }),
    ),
  );
}

function explained(violation: Violation, dropped: readonly RemovedValue[]): Violation {
  const lost = dropped.find(({ path }) => path.join(".") === violation.path.join("."));
  if (!lost) return violation;
  return {
    ...violation,
    problem: `${violation.problem}; the stored value was dropped because ${lost.boundTo} changed`,
  };
}

function storedForm(field: Field, value: unknown): unknown {
  const { kind, element, members } = field;
  if (kind === "jwks") return value;
  if (element && Array.isArray(value))
    return kind === "set"
      ? [...new Set(value.map((each) => element.normalize(each)))]
      : value.map((each) => storedForm(element, each));
  if (!members || !isJsonObject(value)) return field.normalize(value);
  const entries = Object.entries(members).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(entries.map(([name, each]) => [name, storedForm(each, value[name])]));
}

/**
 * Returns whether inputs have the same stored form, including order and spelling; `before` may also contain outputs.
 */
export const hasSameStoredForm = ({ fields }: ResourceDefinition, before: JsonObject, after: JsonObject): boolean => {
  const kept = compact(fields, before);
  return Object.entries(fields).every(
    ([name, field]) =>
      kept[name] === undefined ||
      after[name] === undefined ||
      JSON.stringify(storedForm(field, kept[name])) === JSON.stringify(after[name]),
  );
};

/** Returns the next stored version: the inputs with the stored outputs, including those in nested objects. */
export function withOutputs(members: Fields, before: JsonObject, inputs: JsonObject): JsonObject {
  const kept = Object.entries(before).filter(([name]) => !(members[name] && isInput(members[name])));
  const next = Object.entries(inputs).map(([name, value]): [string, unknown] => {
    const [inside, was] = [members[name]?.members, before[name]];
    return [name, inside && isJsonObject(value) && isJsonObject(was) ? withOutputs(inside, was, value) : value];
  });
  return Object.fromEntries([...kept, ...next]);
}

/** Throws INVALID_ARGUMENT if a mask names an output that the body would change. */
export function checkOutputs(
  { fields }: ResourceDefinition,
  before: JsonObject,
  value: JsonObject,
  paths: readonly MaskPath[],
): void {
  const changed = paths.filter(([name = ""]) => {
    const field = fields[name];
    return field && !isInput(field) && !sameValue(field, before[name], value[name]);
  });
  throwIfAny(changed.map((path) => ({ path, problem: "is output-only and cannot be set" })));
}

/** Throws INVALID_ARGUMENT if an immutable field changed. */
export function checkImmutable(members: Fields, before: JsonObject, after: JsonObject): void {
  throwIfAny(changedImmutables(members, before, after, []));
}

function changedImmutables(
  members: Fields,
  before: JsonObject,
  after: JsonObject,
  path: readonly string[],
): Violation[] {
  return Object.entries(members).flatMap(([name, field]): Violation[] => {
    const here = [...path, name];
    const [was, is] = [before[name], after[name]];
    if (field.immutable) return sameValue(field, was, is) ? [] : [{ path: here, problem: "cannot be changed" }];
    return field.members && isJsonObject(was) && isJsonObject(is)
      ? changedImmutables(field.members, was, is, here)
      : [];
  });
}

function throwIfAny(violations: readonly Violation[]): void {
  if (violations.length > 0) throw invalidArgument(violations);
}

/**
 * Returns the inputs that have a value, including in nested objects. Keeps values of the wrong type for validation to
 * report.
 */
function compact(members: Fields, value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const field = members[name];
    if (!field || !isInput(field)) return [];
    const own = compactValue(field, member);
    return isUnset(field, own) ? [] : [[name, own] as const];
  });
  return Object.fromEntries(entries);
}

function compactValue({ members, element }: Field, value: unknown): unknown {
  if (members && isJsonObject(value)) return compact(members, value);
  if (element && Array.isArray(value)) return value.map((each) => compactValue(element, each));
  if (element && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, compactValue(element, each)]));
  return value;
}
