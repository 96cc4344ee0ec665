import type { core } from "zod/mini";
import { capabilityProblem } from "./capabilities";
import { elementOf, type Field, type Fields, isInput, isUnset, type ReferencedType, schemaOf } from "./field";
import { invalidUid, isInt64, isUnicode, uidPattern } from "./formats";
import { isJsonObject, type JsonObject } from "./json";
import { privateKeysProblem } from "./kinds";
import { nameWithArticle } from "./names";
import { keySetProblem } from "./public-keys";
import { brokenRules, type Rule } from "./rules";
import { didYouMean } from "./suggest";
import { issuerUrlProblem } from "./urls";

/** A problem with one value. `problem` is phrased to follow the field's name: "must be 12 digits". */
export interface Violation {
  readonly path: readonly (string | number)[];
  readonly problem: string;
  /** The invalid value itself if it is neither secret nor an object or key, such as a name. */
  readonly value?: unknown;
  /** Whether the value is secret; diagnostics must show neither it nor its path. */
  readonly isSecret?: true;
}

export interface CheckOptions {
  /** Reports whether a value is unknown (during a plan); unknown values are not checked. */
  readonly isUnknown?: (value: unknown) => boolean;
  /** Formats a field's name as the interface (API, Terraform, Pulumi) writes it; defaults to the JSON name. */
  readonly formatName?: (name: string) => string;
  /** The uid of the parent group, if known: it and its ancestors are known to be groups. */
  readonly group?: unknown;
  /** Whether to reject output-only fields instead of ignoring them; set it for input that never contains a response. */
  readonly rejectOutputs?: boolean;
  /**
   * Returns the problem with a regular expression, if any. With this option, values are checked as configuration, which
   * is stricter than the service.
   */
  readonly regexProblem?: (pattern: string, kind: NonNullable<Field["regex"]>) => string | undefined;
}

/** The maximum number of elements of a collection and of entries of a map. */
const MAX_ITEMS = 1000;
/** The maximum length of a map key, in characters. */
const MAX_KEY = 1024;

/**
 * Checks the input fields of an object and its nested objects against their definitions and rules. Fields have their
 * JSON names. Output-only members are skipped, unless `rejectOutputs` is set; unknown members are
 * violations.
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
    if (isUnset(field, given)) {
      if (field.required) violations.push({ path: [name], problem: missingProblem(field, options) });
      else if (options.regexProblem && isUnsetValue(field, given))
        violations.push({ path: [name], problem: unsetValueProblem(field), value: given });
    } else {
      for (const each of withPrefix(name, checkField(field, given, options))) violations.push(each);
    }
  }
  for (const [name, given] of Object.entries(value)) {
    if (options.rejectOutputs && given === undefined) continue;
    const problem = unknownFieldError(members, name, options.rejectOutputs);
    if (problem) violations.push({ path: [name], problem });
  }
  const presence = (name: string) => {
    if (isUnknown(value[name])) return "unknown";
    const field = members[name];
    return !field || isUnset(field, value[name]) ? "unset" : "set";
  };
  for (const broken of brokenRules(rules, presence, options.formatName))
    violations.push({ path: [broken.field], problem: broken.problem });
  return violations;
}

/** Returns the problem with a member that is unknown or output-only. */
function unknownFieldError(members: Fields, name: string, rejectOutputs: boolean | undefined): string | undefined {
  const field = Object.hasOwn(members, name) ? members[name] : undefined;
  if (field) return rejectOutputs && !isInput(field) ? "is output-only and cannot be set" : undefined;
  const known = Object.entries(members).filter(([, each]) => !rejectOutputs || isInput(each));
  return unknownFieldProblem(
    name,
    known.map(([each]) => each),
  );
}

/** Returns the problem with a member that is not a field. */
export const unknownFieldProblem = (name: string, known: readonly string[]): string =>
  `is not a known field${known.length > 0 ? `; fields are ${known.join(", ")}` : ""}${didYouMean(name, known)}`;

/** Checks one value that is present and known. The paths of violations are relative to the field. */
export function checkField(field: Field, value: unknown, options: CheckOptions = {}): Violation[] {
  switch (field.kind) {
    case "object":
      return isJsonObject(value)
        ? check(field.members ?? {}, field.rules ?? [], value, options)
        : [rootViolation("must be an object")];
    case "map":
      if (!isJsonObject(value)) return [rootViolation("must be an object")];
      if (Object.keys(value).length > MAX_ITEMS) return [rootViolation(`must have at most ${MAX_ITEMS} entries`)];
      return checkElements(field, Object.entries(value), options);
    case "list":
    case "set":
      if (!Array.isArray(value)) return [rootViolation("must be an array")];
      if (value.length > (field.maxItems ?? MAX_ITEMS)) return [rootViolation(sizeProblem(field, "too many"))];
      return checkArray(field, value, options);
    default: {
      const [issue] = schemaOf(field).safeParse(value).error?.issues ?? [];
      const problem = issue ? describeIssue(issue, field, value, options) : configurationProblem(field, value, options);
      if (problem === undefined) return [];
      const violation: Violation =
        problem === privateKeysProblem ? { ...rootViolation(problem), isSecret: true } : rootViolation(problem);
      return [field.sensitive || field.kind === "jwks" ? violation : { ...violation, value }];
    }
  }
}

/** The tolerated difference between the service's clock and the local one, in milliseconds. */
const CLOCK_SKEW = 5 * 60 * 1000;

/**
 * Checks timestamps that a configuration adds or changes; each of them is an expiry. Unchanged timestamps may be in the
 * past. `spell` returns a field's name in both objects.
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
      return withPrefix(name, checkNewTimes(field.members, isJsonObject(was) ? was : {}, is, spell));
    if (field.kind !== "timestamp" || typeof is !== "string" || field.normalize(is) === field.normalize(was)) return [];
    const problem = newTimeProblem(field, is);
    return problem ? [{ path: [name], problem, value: is }] : [];
  });
}

function newTimeProblem({ maxDaysInFuture = Number.POSITIVE_INFINITY }: Field, value: string): string | undefined {
  const ahead = Date.parse(value) - Date.now();
  if (ahead < -CLOCK_SKEW) return "must not be in the past";
  return ahead > maxDaysInFuture * 24 * 60 * 60 * 1000 + CLOCK_SKEW
    ? `must be at most ${maxDaysInFuture} days in the future`
    : undefined;
}

/** Returns the problem with a configured value that the service might accept. */
function configurationProblem(field: Field, value: unknown, options: CheckOptions): string | undefined {
  const { regexProblem, group } = options;
  if (!regexProblem) return undefined;
  if (isUnsetValue(field, value)) return unsetValueProblem(field);
  if (field.configurationRule === "unsigned" && typeof value === "number" && value < 0) return "must not be negative";
  if (typeof value !== "string") return undefined;
  if (field.kind === "jwks") return keySetProblem(value);
  if (field.configurationRule === "issuerUrl") return issuerUrlProblem(value);
  if (field.refersTo) return wrongTypeProblem(field.refersTo, value, group);
  return field.regex ? regexProblem(value, field.regex) : undefined;
}

/** Reports whether a value is the unset value of an enum. */
const isUnsetValue = ({ kind, zero }: Field, value: unknown): boolean => kind === "enum" && value === zero;

const unsetValueProblem = (field: Field): string => `${enumProblem(field, undefined)}; omit it to leave it unset`;

/**
 * Returns the problem with a uid that cannot belong to the given type: only groups are at the root or contain other
 * groups.
 */
function wrongTypeProblem(type: ReferencedType, uid: string, group: unknown): string | undefined {
  if (!uidPattern.test(uid)) return invalidUid;
  // Built-in roles also have root-level uids.
  if (type === "Group" || type === "Role") return undefined;
  const isAbove = typeof group === "string" && `${group}/`.startsWith(`${uid}/`);
  return isAbove || !uid.includes("/") ? `must be the uid of ${nameWithArticle(type)}, not of a group` : undefined;
}

/**
 * Finds the first duplicate. Lists with `distinct` reject all duplicates; configured sets reject elements that differ
 * only in notation, because the service treats them as equal.
 */
function findDuplicate(field: Field, elements: readonly unknown[], options: CheckOptions) {
  const { kind, distinct, keyedBy } = field;
  if (keyedBy) return findDuplicateKey(elementOf(field), keyedBy, elements, options);
  if (!distinct && !(kind === "set" && options.regexProblem)) return undefined;
  const seen = new Map<unknown, unknown>();
  for (const [index, value] of elements.entries()) {
    if (typeof value !== "string" || options.isUnknown?.(value)) continue;
    const normalized = elementOf(field).normalize(value);
    const earlier = seen.get(normalized);
    if (earlier === undefined) seen.set(normalized, value);
    else if (earlier !== value)
      return { index, value, problem: `is a duplicate of ${JSON.stringify(earlier)}, written differently` };
    else if (distinct) return { index, value, problem: "is duplicated" };
  }
  return undefined;
}

/** Returns the second of two objects with the same known key. */
function findDuplicateKey(
  { members = {} }: Field,
  keyedBy: readonly string[],
  elements: readonly unknown[],
  { isUnknown = () => false, formatName = (name: string) => name }: CheckOptions,
) {
  const seen = new Set<string>();
  for (const [index, value] of elements.entries()) {
    if (!isJsonObject(value) || keyedBy.some((name) => isUnknown(value[name]))) continue;
    const key = JSON.stringify(keyedBy.map((name) => members[name]!.normalize(value[name])));
    const shown = keyedBy.map((name) => `${formatName(name)} ${JSON.stringify(value[name])}`).join(" and ");
    if (seen.has(key)) return { index, value: undefined, problem: `is a duplicate: another element has ${shown}` };
    seen.add(key);
  }
  return undefined;
}

function checkArray(field: Field, value: readonly unknown[], options: CheckOptions): Violation[] {
  const violations = checkElements(field, [...value.entries()], options);
  const duplicate = findDuplicate(field, value, options);
  if (violations.length > 0 || !duplicate) return violations;
  const { index, problem, value: shown } = duplicate;
  return [{ path: [index], problem, ...(shown === undefined ? {} : { value: shown }) }];
}

function checkElements(
  field: Field,
  elements: readonly (readonly [string | number, unknown])[],
  options: CheckOptions,
): Violation[] {
  return elements.flatMap(([key, element]) => {
    const keyError = typeof key === "string" ? keyProblem(field, key) : undefined;
    if (keyError) return [{ path: [key], problem: keyError }];
    if (options.isUnknown?.(element)) return [];
    if (element === null || element === undefined) return [{ path: [key], problem: "must not be null" }];
    return withPrefix(key, checkField(elementOf(field), element, options));
  });
}

/** Returns the problem with the key of a map. */
function keyProblem({ keys }: Field, key: string): string | undefined {
  if (keys === "int64") return isInt64(key) ? undefined : "must have an integer key in decimal digits";
  return key !== "" && key.length <= MAX_KEY && isUnicode(key)
    ? undefined
    : `must have a key of 1 to ${MAX_KEY} valid Unicode characters without NUL`;
}

const rootViolation = (problem: string): Violation => ({ path: [], problem });
const withPrefix = (key: string | number, violations: readonly Violation[]) =>
  violations.map((each) => ({ ...each, path: [key, ...each.path] }));

/** Returns the problem with a missing required field. */
function missingProblem(field: Field, options: CheckOptions): string {
  if (field.patternInErrors && !options.regexProblem) return patternProblem(field, options);
  return field.minItems ? sizeProblem(field, "too few") : "is required";
}

/** Returns the problem with a collection that has too few elements, or too many. */
function sizeProblem({ minItems, maxItems = MAX_ITEMS }: Field, has: "too few" | "too many"): string {
  if (minItems && maxItems < MAX_ITEMS) return `must have ${minItems} to ${maxItems} elements`;
  if (has === "too many") return `must have at most ${maxItems} elements`;
  return `must have at least ${minItems} element${minItems === 1 ? "" : "s"}`;
}

function patternProblem({ pattern, allowed, patternInErrors }: Field, { regexProblem }: CheckOptions): string {
  const isStated = allowed === undefined || (patternInErrors && !regexProblem);
  return pattern && isStated ? `must match ${pattern.source}` : (allowed ?? "is invalid");
}

/** Describes a schema issue in the same words in every interface. */
function describeIssue(issue: core.$ZodIssue, field: Field, value: unknown, options: CheckOptions): string {
  if (field.kind === "capability" && typeof value === "string") return capabilityProblem(value);
  switch (issue.code) {
    case "invalid_format":
      return field.pattern ? patternProblem(field, options) : issue.message;
    case "invalid_value":
      return enumProblem(field, value);
    case "too_big":
      return issue.origin === "string"
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "invalid_type":
      return `must be ${typePhrases[issue.expected] ?? issue.expected}`;
    default:
      return issue.message;
  }
}

/** Lists the allowed values, without the one that means "not set". */
function enumProblem({ values = [], zero }: Field, value: unknown): string {
  const choices = values.filter((each) => each !== zero);
  return `must be one of ${choices.join(", ")}${typeof value === "string" ? didYouMean(value, choices) : ""}`;
}

const typePhrases: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
};

/** Formats a path as in error bodies: `claimMatch.issuer`, `capabilities[0]`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("");
}
