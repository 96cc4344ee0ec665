import * as pulumi from "@pulumi/pulumi";
import { patternProblem } from "../../src/client";
import { check, formatPath, nameWithArticle, type ResourceDefinition, type Violation } from "../../src/model";
import type { QueryView } from "./queries";
import { runError } from "./run-error";
import { uidTypeProblem, uidTypeProblems } from "./uids";

/**
 * Checks of a program's arguments that throw in the failing line. The engine runs all other checks later, when values
 * are known, and reports them with the resource.
 */

/** Throws a RunError for an invalid name or arguments of a resource, or for uids of the wrong type. */
export function checkResource(view: ResourceDefinition, name: unknown, args: unknown): void {
  requireName(view.name, name);
  const what = `${view.name} ${name}`;
  const required = Object.keys(view.fields).filter(
    (each) => view.fields[each]!.required || each === view.parent.attribute,
  );
  requireObject(what, "args", args, required);
  for (const [each, value] of Object.entries(args))
    if (view.fields[each]?.refersTo && pulumi.Resource.isInstance(value))
      throw runError(
        `${what}: ${each} must be the uid of ${nameWithArticle(view.fields[each].refersTo)}, not a resource; use its uid`,
      );
  const [wrong] = uidTypeProblems(view.fields, args);
  if (wrong) throw runError(`${what}: ${formatPath(wrong.path)} ${wrong.problem}`);
}

/** Throws a RunError unless the name is a non-empty string. */
export function requireName(type: string, name: unknown): asserts name is string {
  if (typeof name !== "string" || name === "")
    throw runError(`${type}: name must be a non-empty string; got ${describe(name)}`);
}

/** Throws a RunError unless a value, or the future value of an output, can be the uid of a resource of the type. */
export function requireUid(what: string, type: string, uid: unknown): void {
  const isUnknownYet = typeof uid === "object" && uid !== null;
  const problem =
    isUnknownYet || (typeof uid === "string" && uid !== "")
      ? uidTypeProblem(type, uid)
      : `is required; got ${describe(uid)}`;
  if (problem) throw runError(`${what}: uid ${problem}`);
}

/** Throws a RunError unless an argument is an object. `members` are examples of its required members. */
export function requireObject(
  what: string,
  argument: string,
  value: unknown,
  members: readonly string[],
): asserts value is object {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !isOutputOrPromise(value)) return;
  throw runError(`${what}: ${argument} must be an object such as { ${members.join(", ")} }; got ${describe(value)}`);
}

const describe = (value: unknown): string =>
  value === undefined || value === null
    ? String(value)
    : typeof value === "string"
      ? JSON.stringify(value)
      : Array.isArray(value)
        ? "an array"
        : isOutputOrPromise(value)
          ? "an output or a promise"
          : `of type ${typeof value}`;

/**
 * Throws a RunError unless a function's arguments satisfy its fields and rules. Violations that `isAcceptable` are
 * ignored.
 */
export function checkQuery(
  what: string,
  { fields, rules }: QueryView,
  query: unknown,
  isAcceptable: (violation: Violation) => boolean = () => false,
): void {
  requireObject(what, "args", query, Object.keys(fields).slice(0, 2));
  const options = { isUnknown: isOutputOrPromise, rejectOutputs: true, regexProblem: patternProblem };
  const violations = [...check(fields, rules, { ...query }, options), ...uidTypeProblems(fields, query)];
  const first = violations.find((each) => !isAcceptable(each));
  if (first) throw runError(`${what}: ${formatPath(first.path)} ${first.problem}`);
}

/** Throws a RunError if an argument is an output or a promise, which only the `Output` variant of a function accepts. */
export function checkKnown(what: string, args: object): void {
  for (const [name, value] of Object.entries(args))
    if ([value].flat().some(isOutputOrPromise))
      throw runError(`${what}: ${name} is an output or a promise; use ${what}Output`);
}

/** Returns whether a value is known only after the program has run. */
export const isOutputOrPromise = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) || value instanceof Promise;
