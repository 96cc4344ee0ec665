import * as pulumi from "@pulumi/pulumi";
import { patternProblem } from "../../src/client";
import { check, dotted, nounOf, type ResourceDefinition } from "../../src/model";
import type { QueryView } from "./queries";
import { wrongUid, wrongUids } from "./uids";

/**
 * What of a program's arguments is found at once, while the line that is wrong is running. All else the engine has
 * checked later, when values are known, and reports with the resource.
 */

/** Throws a RunError for a resource's name or arguments that can be none, or that have the uid of another type. */
export function checkResource(view: ResourceDefinition, name: unknown, args: unknown): void {
  requireName(view.name, name);
  const what = `${view.name} ${name}`;
  const required = Object.keys(view.fields).filter(
    (each) => view.fields[each]!.required || each === view.parent.attribute,
  );
  requireObject(what, "args", args, required);
  for (const [each, value] of Object.entries(args))
    if (view.fields[each]?.refersTo && pulumi.Resource.isInstance(value))
      throw new pulumi.RunError(
        `${what}: ${each} must be the uid of ${nounOf(view.fields[each].refersTo)}, not a resource: give its uid`,
      );
  const [wrong] = wrongUids(view.fields, args);
  if (wrong) throw new pulumi.RunError(`${what}: ${dotted(wrong.path)} ${wrong.problem}`);
}

/** Throws a RunError unless a name can be that of a resource in a program. */
export function requireName(type: string, name: unknown): asserts name is string {
  if (typeof name !== "string" || name === "")
    throw new pulumi.RunError(`${type}: name must be a string that is not empty; it is ${shown(name)}`);
}

/** Throws a RunError unless a value, or the output that will have it, can be the uid of a resource of a type. */
export function requireUid(what: string, type: string, uid: unknown): void {
  const isLater = typeof uid === "object" && uid !== null;
  const problem =
    isLater || (typeof uid === "string" && uid !== "") ? wrongUid(type, uid) : `is required; it is ${shown(uid)}`;
  if (problem) throw new pulumi.RunError(`${what}: uid ${problem}`);
}

/** Throws a RunError unless an argument is an object. `members` are the first that it should have. */
export function requireObject(
  what: string,
  argument: string,
  value: unknown,
  members: readonly string[],
): asserts value is object {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !isLater(value)) return;
  throw new pulumi.RunError(
    `${what}: ${argument} must be an object such as { ${members.join(", ")} }; it is ${shown(value)}`,
  );
}

const shown = (value: unknown): string =>
  value === undefined || value === null
    ? String(value)
    : typeof value === "string"
      ? JSON.stringify(value)
      : Array.isArray(value)
        ? "an array"
        : isLater(value)
          ? "an output or a promise"
          : `of type ${typeof value}`;

/** Throws a RunError for what a function is asked with, unless it keeps to the fields and rules. */
export function checkQuery(what: string, { fields, rules }: QueryView, query: unknown): void {
  requireObject(what, "the argument", query, Object.keys(fields).slice(0, 2));
  const options = { isUnknown: isLater, refuseOutputs: true, regexProblem: patternProblem };
  const [first] = [...check(fields, rules, { ...query }, options), ...wrongUids(fields, query)];
  if (first) throw new pulumi.RunError(`${what}: ${dotted(first.path)} ${first.problem}`);
}

/** Whether a value is known later than its program's line runs. */
export const isLater = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;
