import {
  camelCase,
  type Field,
  type Fields,
  isInput,
  isJsonObject,
  type JsonObject,
  objectOrEmpty,
  type ResourceDefinition,
  type Violation,
} from "../model";

/**
 * A path of an update mask, which names the fields that a PATCH changes, as JSON names: `["claimMatch", "subject"]`.
 */
export type MaskPath = readonly string[];

/** Resolves a name to a field: its JSON name, an alias, or the snake_case form of either. */
export function resolveName(members: Fields, name: string): string | undefined {
  if (Object.hasOwn(members, name)) return name;
  const camel = camelCase(name);
  if (Object.hasOwn(members, camel)) return camel;
  const isAliased = ({ aliases = [] }: Field) => aliases.some((alias) => alias === name || alias === camel);
  return Object.entries(members).find(([, field]) => isAliased(field))?.[0];
}

/**
 * Parses update masks of a query: comma-separated paths, repeated parameters, snake_case or camelCase names, and `*`
 * for all inputs. Returns the paths, or all violations.
 */
export function parseMask(
  definition: ResourceDefinition,
  texts: readonly string[],
): { paths: MaskPath[] } | { violations: Violation[] } {
  const paths: MaskPath[] = [];
  const violations: Violation[] = [];
  for (const text of texts.flatMap((each) => each.split(",")).map((each) => each.trim())) {
    if (text === "") continue;
    if (text === "*") {
      paths.push(...inputsIn(definition.fields).map(([name]) => [name]));
      continue;
    }
    const path = resolvePath(definition.fields, text.split("."));
    if (typeof path === "string")
      violations.push({ path: ["updateMask"], problem: `contains ${JSON.stringify(text)}, which ${path}` });
    else paths.push(path);
  }
  return violations.length > 0 ? { violations } : { paths };
}

function resolvePath(members: Fields, steps: readonly string[]): MaskPath | string {
  const [step = "", ...rest] = steps;
  const name = resolveName(members, step);
  const field = name === undefined ? undefined : members[name];
  if (name === undefined || field === undefined) return "is not a field";
  if (!isInput(field) && !field.maskable) return "is output-only";
  if (rest.length === 0) return [name];
  if (field.kind !== "object" || !field.members) return "has no subfields that a mask can reference";
  const inner = resolvePath(field.members, rest);
  return typeof inner === "string" ? inner : [name, ...inner];
}

const inputsIn = (members: Fields): (readonly [name: string, field: Field])[] =>
  Object.entries(members).filter(([, field]) => isInput(field));

/**
 * Returns the resource after a PATCH: the masked fields are copied from the body, and cleared if the body lacks them.
 * Setting one member of a oneof clears the others.
 */
export function applyMask(
  definition: ResourceDefinition,
  current: JsonObject,
  body: JsonObject,
  paths: readonly MaskPath[],
): JsonObject {
  const next = paths.reduce((result, path) => withPath(definition.fields, result, body, path), current);
  return findRemovedValues(definition, current, next, body, paths).reduce(without, next);
}

/** A stored value that a change removes: its path, and the sibling field whose change causes it. */
export interface RemovedValue {
  readonly path: readonly [object: string, member: string];
  readonly boundTo: string;
}

/** Returns the values that a PATCH removes: they are bound to a changed field and the request sets no new value. */
export function findRemovedValues(
  { fields }: ResourceDefinition,
  current: JsonObject,
  next: JsonObject,
  body: JsonObject,
  paths: readonly MaskPath[],
): RemovedValue[] {
  return Object.entries(fields).flatMap(([name, { members = {} }]) =>
    Object.entries(members).flatMap(([member, { boundTo }]): RemovedValue[] => {
      const sibling = boundTo === undefined ? undefined : members[boundTo];
      if (boundTo === undefined || sibling === undefined) return [];
      const [was, is] = [objectOrEmpty(current[name]), objectOrEmpty(next[name])];
      const isNamed = paths.some(([first, second = member]) => first === name && second === member);
      const isSet = isNamed && Boolean(objectOrEmpty(body[name])[member]);
      const isRemoved = was[member] && !isSet && !sameValue(sibling, was[boundTo], is[boundTo]);
      return isRemoved ? [{ path: [name, member], boundTo }] : [];
    }),
  );
}

function without(value: JsonObject, { path: [name, member] }: RemovedValue): JsonObject {
  const { [member]: _dropped, ...others } = objectOrEmpty(value[name]);
  return { ...value, [name]: others };
}

function withPath(members: Fields, current: JsonObject, body: JsonObject, path: MaskPath): JsonObject {
  const [name = "", ...rest] = path;
  const field = members[name];
  if (field === undefined) return current;
  const given = body[name];
  const value =
    rest.length === 0
      ? withStoredMembers(field, current[name], given)
      : withPath(field.members ?? {}, objectOrEmpty(current[name]), objectOrEmpty(given), rest);
  const { [name]: _replaced, ...others } =
    value === undefined ? current : withoutSiblings(members, field, name, current);
  return value === undefined ? others : { ...others, [name]: value };
}

/** Replaces an object, but keeps stored `keepWhenEmpty` members that the new value does not set. */
function withStoredMembers({ members }: Field, current: unknown, given: unknown): unknown {
  if (!members || !isJsonObject(given)) return given;
  const kept = Object.entries(objectOrEmpty(current)).filter(([name]) => members[name]?.keepWhenEmpty && !given[name]);
  return { ...given, ...Object.fromEntries(kept) };
}

function withoutSiblings(members: Fields, field: Field, name: string, current: JsonObject): JsonObject {
  if (!field.oneof) return current;
  return Object.fromEntries(
    Object.entries(current).filter(([other]) => other === name || members[other]?.oneof !== field.oneof),
  );
}

/**
 * Returns the top-level input fields that differ in meaning between two versions of a resource, in the order of the
 * definition. Outputs inside an object are ignored, because the service assigns them.
 */
export function changedFields(definition: ResourceDefinition, before: JsonObject, after: JsonObject): string[] {
  return inputsIn(definition.fields).flatMap(([name, field]) =>
    sameValue(field, inputsOf(field, before[name]), inputsOf(field, after[name])) ? [] : [name],
  );
}

function inputsOf({ members, element }: Field, value: unknown): unknown {
  if (Array.isArray(value)) return element ? value.map((each) => inputsOf(element, each)) : value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !members?.[name]?.output);
  return Object.fromEntries(
    entries.map(([name, each]) => {
      const field = members?.[name] ?? element;
      return [name, field ? inputsOf(field, each) : each];
    }),
  );
}

/**
 * Reports whether two values of a field are equal in meaning: null, absent and empty are equal, and sets ignore order.
 */
export const sameValue = (field: Field, a: unknown, b: unknown): boolean =>
  JSON.stringify(field.normalize(a)) === JSON.stringify(field.normalize(b));
