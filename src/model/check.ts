import type { core } from "zod/mini";
import { notACapability } from "./capabilities";
import { type Field, type Fields, isInput, type ReferredType } from "./field";
import { isInt64, isUnicode } from "./formats";
import { isJsonObject, type JsonObject } from "./json";
import { privateKeysProblem } from "./kinds";
import { brokenRules, type Rule } from "./rules";
import { didYouMean } from "./suggest";
import { notAUid, uidPattern } from "./types/common";

/** What is wrong with one value. `problem` is read after the field's name: "must match ^[a-z]+$". */
export interface Violation {
  readonly path: readonly (string | number)[];
  readonly problem: string;
  /** What is wrong by itself, and is no secret: a name, say, but neither an object nor a key. */
  readonly value?: unknown;
  /** The value is a secret: nothing that would show it may be pointed to. */
  readonly isSecret?: true;
}

export interface CheckOptions {
  /** Tells values that are not known yet (in a plan); nothing is said of those. */
  readonly isUnknown?: (value: unknown) => boolean;
  /** How the surface at hand writes a field's name: as it stands, unless given. */
  readonly spell?: (name: string) => string;
  /** The uid of the group that holds the resource, where it is known: it and those above it are groups. */
  readonly group?: unknown;
  /** Says what is wrong with a regular expression; where it is given, configurations are checked more closely. */
  readonly regexProblem?: (pattern: string, kind: NonNullable<Field["regex"]>) => string | undefined;
}

/** The most elements that a collection takes, and entries that a map does. */
const MAX_ITEMS = 1000;
/** The longest key of a map, in characters. */
const MAX_KEY = 1024;

/**
 * Checks the input fields of an object, and the objects inside it, against their definitions and rules. Fields are
 * named as in JSON. Output-only members are passed over; members that no field has are violations.
 */
export function check(
  members: Fields,
  rules: readonly Rule[],
  value: JsonObject,
  options: CheckOptions = {},
): Violation[] {
  const isUnknown = options.isUnknown ?? (() => false);
  const violations: Violation[] = [];
  for (const [name, field] of Object.entries(members)) {
    if (!isInput(field)) continue;
    const given = value[name];
    if (isUnknown(given)) continue;
    if (isEmpty(field, given)) {
      if (field.required) violations.push({ path: [name], problem: missing(field) });
      else if (options.regexProblem && isUnsetValue(field, given))
        violations.push({ path: [name], problem: notToBeWritten(field), value: given });
    } else {
      for (const each of under(name, checkField(field, given, options))) violations.push(each);
    }
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(members, name))
      violations.push({ path: [name], problem: `is not a known field; known are ${Object.keys(members).join(", ")}` });
  }
  const presence = (name: string) =>
    isUnknown(value[name]) ? "unknown" : isEmpty(members[name]!, value[name]) ? "unset" : "set";
  for (const broken of brokenRules(rules, presence, options.spell))
    violations.push({ path: [broken.field], problem: broken.problem });
  return violations;
}

/** Checks one value that is present and known. The paths of what is wrong start below the field. */
export function checkField(field: Field, value: unknown, options: CheckOptions = {}): Violation[] {
  switch (field.kind) {
    case "object":
      return isJsonObject(value)
        ? check(field.members ?? {}, field.rules ?? [], value, options)
        : [here("must be an object")];
    case "map":
      if (!isJsonObject(value)) return [here("must be an object")];
      if (Object.keys(value).length > MAX_ITEMS) return [here(`must have at most ${MAX_ITEMS} entries`)];
      return checkElements(field, Object.entries(value), options);
    case "list":
    case "set":
      if (!Array.isArray(value)) return [here("must be an array")];
      if (value.length > MAX_ITEMS) return [here(`must have at most ${MAX_ITEMS} elements`)];
      return checkArray(field, value, options);
    default: {
      const result = field.schema!.safeParse(value);
      const problem = result.success
        ? configurationProblem(field, value, options)
        : describeIssue(result.error.issues[0]!, field, value);
      if (problem === undefined) return [];
      const violation: Violation =
        problem === privateKeysProblem ? { ...here(problem), isSecret: true } : here(problem);
      return [field.sensitive || field.kind === "jwks" ? violation : { ...violation, value }];
    }
  }
}

/** The service's clock may be so many milliseconds ahead of this machine's, or behind it. */
const CLOCK_SKEW = 5 * 60 * 1000;

/**
 * Checks the times that a configuration sets anew, all of which say when something ends. One that was set before may have
 * passed since. `spell` writes a field's name as both objects do.
 */
export function checkNewTimes(
  members: Fields,
  before: JsonObject,
  after: JsonObject,
  spell = (name: string) => name,
): Violation[] {
  return Object.entries(members).flatMap(([name, field]): Violation[] => {
    if (!isInput(field)) return [];
    const [was, is] = [before[spell(name)], after[spell(name)]];
    if (field.members && isJsonObject(is))
      return under(name, checkNewTimes(field.members, isJsonObject(was) ? was : {}, is, spell));
    if (field.kind !== "timestamp" || typeof is !== "string" || field.normalise(is) === field.normalise(was)) return [];
    const problem = newTimeProblem(field, is);
    return problem ? [{ path: [name], problem, value: is }] : [];
  });
}

function newTimeProblem({ daysAhead = Number.POSITIVE_INFINITY }: Field, value: string): string | undefined {
  const ahead = Date.parse(value) - Date.now();
  if (ahead < -CLOCK_SKEW) return "must not be in the past";
  return ahead > daysAhead * 24 * 60 * 60 * 1000 + CLOCK_SKEW ? `must be at most ${daysAhead} days ahead` : undefined;
}

/** What is wrong with a configured value that a service might take. */
function configurationProblem(field: Field, value: unknown, options: CheckOptions): string | undefined {
  const { regexProblem, group } = options;
  if (!regexProblem) return undefined;
  if (isUnsetValue(field, value)) return notToBeWritten(field);
  if (field.configured === "unsigned" && typeof value === "number" && value < 0) return "must not be negative";
  if (typeof value !== "string") return undefined;
  if (field.refersTo) return wrongType(field.refersTo, value, group);
  return field.regex ? regexProblem(value, field.regex) : undefined;
}

/** The value of an enum that means that none is set. */
const isUnsetValue = ({ kind, zero }: Field, value: unknown): boolean => kind === "enum" && value === zero;

const notToBeWritten = (field: Field): string => `${notOneOf(field, undefined)}; leave it out to set none`;

/** What a uid tells of the resource that it is not: groups alone stand at the top, or above a group. */
function wrongType(type: ReferredType, uid: string, group: unknown): string | undefined {
  if (!uidPattern.test(uid)) return notAUid;
  // Built-in roles stand at the top too.
  if (type === "Group" || type === "Role") return undefined;
  const isAbove = typeof group === "string" && `${group}/`.startsWith(`${uid}/`);
  const noun = type.toLowerCase();
  return isAbove || !uid.includes("/")
    ? `must be the uid of ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}, not of a group`
    : undefined;
}

/**
 * The first element that means what an earlier one does: in a list of distinct elements, and in a configuration's set,
 * where it is written in another way. To a service both spellings are the same element of a set.
 */
function repetition({ kind, distinct, element }: Field, elements: readonly unknown[], options: CheckOptions) {
  if (!distinct && !(kind === "set" && options.regexProblem)) return undefined;
  const seen = new Map<unknown, unknown>();
  for (const [index, value] of elements.entries()) {
    if (typeof value !== "string" || options.isUnknown?.(value)) continue;
    const meaning = element!.normalise(value);
    const earlier = seen.get(meaning);
    if (earlier === undefined) seen.set(meaning, value);
    else if (earlier !== value)
      return { index, value, problem: `is another spelling of ${JSON.stringify(earlier)}, which is given too` };
    else if (distinct) return { index, value, problem: "is given twice" };
  }
  return undefined;
}

function checkArray(field: Field, value: readonly unknown[], options: CheckOptions): Violation[] {
  const violations = checkElements(field, [...value.entries()], options);
  const repeated = repetition(field, value, options);
  if (violations.length > 0 || !repeated) return violations;
  return [{ path: [repeated.index], problem: repeated.problem, value: repeated.value }];
}

function checkElements(
  field: Field,
  elements: readonly (readonly [string | number, unknown])[],
  options: CheckOptions,
): Violation[] {
  return elements.flatMap(([key, element]) => {
    const unkeyed = typeof key === "string" ? keyProblem(field, key) : undefined;
    if (unkeyed) return [{ path: [key], problem: unkeyed }];
    if (options.isUnknown?.(element)) return [];
    if (element === null || element === undefined) return [{ path: [key], problem: "must not be null" }];
    return under(key, checkField(field.element!, element, options));
  });
}

/** What is wrong with the key of a map. */
function keyProblem({ keys }: Field, key: string): string | undefined {
  if (keys === "int64") return isInt64(key) ? undefined : "must be named by a whole number in decimal digits";
  return key !== "" && key.length <= MAX_KEY && isUnicode(key)
    ? undefined
    : `must have a name of 1 to ${MAX_KEY} characters of Unicode, NUL not among them`;
}

const here = (problem: string): Violation => ({ path: [], problem });
const under = (key: string | number, violations: readonly Violation[]) =>
  violations.map((each) => ({ ...each, path: [key, ...each.path] }));

/** Empty values count as not given: the wire cannot tell them apart. */
const isEmpty = (field: Field, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  value === field.zero ||
  (Array.isArray(value)
    ? value.length === 0 && Array.isArray(field.zero)
    : (field.kind === "map" || field.kind === "object") &&
      !field.mayBeEmpty &&
      isJsonObject(value) &&
      Object.keys(value).length === 0);

/** What to say of a required field that is not given. */
function missing(field: Field): string {
  if (field.pattern) return mustMatch(field.pattern);
  return field.minItems
    ? `must have at least ${field.minItems} element${field.minItems === 1 ? "" : "s"}`
    : "is required";
}

const mustMatch = (pattern: RegExp): string =>
  pattern === uidPattern ? notAUid : `must match ${pattern.source.replaceAll("\\/", "/")}`;

/** Says what a single-field schema found, in the words that every surface uses. */
function describeIssue(issue: core.$ZodIssue, field: Field, value: unknown): string {
  if (field.kind === "capability" && typeof value === "string") return notACapability(value);
  switch (issue.code) {
    case "invalid_format":
      return field.pattern ? mustMatch(field.pattern) : issue.message;
    case "invalid_value":
      return notOneOf(field, value);
    case "too_big":
      return issue.origin === "string"
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "invalid_type":
      return `must be ${article[issue.expected] ?? issue.expected}`;
    default:
      return issue.message;
  }
}

/** The value that means "not set" is nothing to choose. */
function notOneOf({ values = [], zero }: Field, value: unknown): string {
  const choices = values.filter((each) => each !== zero);
  return `must be one of ${choices.join(", ")}${typeof value === "string" ? didYouMean(value, choices) : ""}`;
}

const article: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** Writes a path as error bodies do: `claimMatch.issuer`, `capabilities[0]`. */
export function dotted(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("");
}
