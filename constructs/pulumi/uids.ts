import { type Field, type Fields, nameWithArticle, type Violation } from "../../src/model";

/**
 * The resource types of the uids known in a process, since uids of an identity and a group look alike. A program knows
 * the outputs that it passes on before they have values; the provider process knows the values.
 */
const typesOfUids = new Map<string, string>();
const typesOfOutputs = new WeakMap<object, string>();

/** Records that a value, or the future value of an output, is the uid of a resource of a type. */
export function recordUid(type: string, uid: unknown): void {
  if (typeof uid === "string") typesOfUids.set(uid, type);
  else if (typeof uid === "object" && uid !== null) typesOfOutputs.set(uid, type);
}

/** Returns why a value known to be the uid of another type is invalid, as a phrase after its name, or undefined. */
export function uidTypeProblem(expected: string, value: unknown): string | undefined {
  const type = typeof value === "string" ? typesOfUids.get(value) : typesOfOutputs.get(Object(value));
  return type === undefined || type === expected
    ? undefined
    : `must be the uid of ${nameWithArticle(expected)}, not of ${nameWithArticle(type)}`;
}

/** Returns the values at any depth that are known to be uids of another type than their field takes. */
export const uidTypeProblems = (fields: Fields, values: object): Violation[] =>
  Object.entries(values).flatMap(([name, value]) => inMember(name, Object.hasOwn(fields, name) && fields[name], value));

function uidTypeProblemsIn({ refersTo, members, element }: Field, value: unknown): Violation[] {
  const problem = refersTo && uidTypeProblem(refersTo, value);
  if (problem) return [{ path: [], problem }];
  if (Array.isArray(value)) return value.flatMap((each, index) => inMember(index, element, each));
  if (typeof value !== "object" || value === null || isOutput(value)) return [];
  if (members) return uidTypeProblems(members, value);
  return Object.entries(value).flatMap(([key, each]) => inMember(key, element, each));
}

const inMember = (step: string | number, field: Field | undefined | false, value: unknown): Violation[] =>
  field ? uidTypeProblemsIn(field, value).map((each) => ({ ...each, path: [step, ...each.path] })) : [];

/** Returns whether a value's members cannot be traversed: an output, a promise or a resource. */
const isOutput = (value: object): boolean => Object.getPrototypeOf(value) !== Object.prototype;
