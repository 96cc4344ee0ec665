import * as pulumi from "@pulumi/pulumi";
import { patternProblem } from "../../src/client";
import {
  check,
  checkNewTimes,
  type Field,
  type Fields,
  formatPath,
  type ResourceDefinition,
  type Violation,
} from "../../src/model";
import { isOutputOrPromise } from "./arguments";
import { runError } from "./run-error";

/**
 * Validates the arguments of a resource as the engine does, for tests with mocks, which run no engine: known values
 * immediately, and outputs when their values are known. Returns the arguments. Throws a RunError.
 */
export function validated(view: ResourceDefinition, name: string, args: object): object {
  const pending = Object.entries(args).flatMap(([each, value]) => (containsOutput(value) ? [each] : []));
  const validate = (values: object, mocked: readonly string[]) => {
    const options = { isUnknown: isOutputOrPromise, rejectOutputs: true, regexProblem: patternProblem };
    const violations = [
      ...check(view.fields, view.rules ?? [], { ...values }, options),
      ...checkNewTimes(view.fields, {}, { ...values }),
    ];
    const first = violations.find((each) => !isMockedUid(view.fields, each, mocked));
    if (first) throw runError(`${view.name} ${name}: ${formatPath(first.path)} ${first.problem}`);
    return values;
  };
  validate(args, []);
  if (pending.length === 0) return args;
  const known: pulumi.Output<Readonly<Record<string, unknown>>> = pulumi
    .output(args)
    .apply((values) => validate(values, pending)) as never;
  return { ...args, ...Object.fromEntries(pending.map((each) => [each, known.apply((values) => values[each])])) };
}

/**
 * Returns whether a violation is that of a uid that mocks may have returned: any text, or nothing if it is among the
 * `mocked` arguments, which were outputs.
 */
export function isMockedUid(fields: Fields, { path, value }: Violation, mocked: readonly string[] = []): boolean {
  const isFromMocks = value !== undefined || mocked.includes(String(path[0]));
  return isFromMocks && fieldAt(fields, path)?.refersTo !== undefined;
}

function fieldAt(fields: Fields, [first, ...rest]: readonly (string | number)[]): Field | undefined {
  const field = typeof first === "string" && Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (rest.length === 0 || field === undefined) return field;
  if (field.members) return fieldAt(field.members, rest);
  return field.element?.members && rest.length > 1 ? fieldAt(field.element.members, rest.slice(1)) : field.element;
}

function containsOutput(value: unknown): boolean {
  if (isOutputOrPromise(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(containsOutput);
}
