import {
  camelCase,
  didYouMean,
  type Field,
  type Fields,
  isInput,
  type ResourceDefinition,
  snakeCase,
} from "../../src/model";
import { isUnknown } from "./expression";
import { description } from "./kind";

/**
 * Refuses properties that a construct does not have, and values that CDKTF would drop without an error: compilers find
 * those in most programs, but not in plain JavaScript, nor in objects that were put together elsewhere. What was
 * misspelled must not count as not given.
 */

/** The names that an object may have. */
interface Members {
  readonly [name: string]: Shape;
}

/** What a property holds: a value, an object with members, or a collection of either; or what a check of its own takes. */
interface Shape {
  readonly members?: Members;
  readonly element?: Shape;
  readonly takes?: { readonly what: string; readonly accepts: (value: unknown) => boolean };
}

const value: Shape = {};
const named = (...names: readonly string[]): Members => Object.fromEntries(names.map((name) => [name, value]));

const isObject = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given);

/** Other copies of CDKTF have other classes: what they share is what this one calls. */
const isIterator = (given: unknown): boolean => isObject(given) && "_getForEachExpression" in given;
const isCount = (given: unknown): boolean => isObject(given) && "toTerraform" in given && "index" in given;
const isDependable = (given: unknown): boolean => isObject(given) && "fqn" in given && typeof given.fqn === "string";

/** What every resource takes in CDKTF, and the time that our provider may take. */
const metaArguments: Members = {
  ...named("provisioners", "connection", "provider"),
  count: {
    takes: { what: "a number or a TerraformCount", accepts: (given) => typeof given === "number" || isCount(given) },
  },
  dependsOn: {
    takes: {
      what: "an array of resources and data sources",
      accepts: (given) => Array.isArray(given) && given.every(isDependable),
    },
  },
  forEach: { takes: { what: "a TerraformIterator", accepts: isIterator } },
  lifecycle: {
    members: named(
      "createBeforeDestroy",
      "ignoreChanges",
      "postcondition",
      "precondition",
      "preventDestroy",
      "replaceTriggeredBy",
    ),
  },
  timeouts: { members: named("create", "delete", "read", "update") },
};

/** Throws an Error for the first property, however deep, that a resource of the type does not have. */
export const checkProperties = (
  definition: ResourceDefinition,
  path: string,
  props: object,
  further: readonly string[],
): void =>
  check(path, definition.name, { ...inputs(definition.fields), ...metaArguments, ...named(...further) }, props);

/** Throws an Error for the first property that is not one of the names. `what` is what takes them. */
export const checkNames = (path: string, what: string, names: readonly string[], props: object): void =>
  check(path, what, named(...names), props);

/** The names of CDKTF's arguments that a resource of ours takes, and of `timeouts`. */
export const metaArgumentNames = Object.keys(metaArguments);

/** What is read in an error where a function takes options instead of props. */
export const optionsOf = (name: string): string => `the options of ${name}`;

function check(path: string, what: string, members: Members, props: object): void {
  if (!isObject(props)) {
    const argument = what.startsWith(optionsOf("")) ? "options" : "props";
    const known = Object.keys(members).join(", ");
    throw new Error(`[${path}] ${argument} must be an object with ${known}; it is ${description(props)}`);
  }
  const [stray] = strays(members, props, []);
  if (!stray) return;
  if ("problem" in stray) throw new Error(`[${path}] ${stray.within.join(".")} ${stray.problem}`);
  const suggestion = didYouMean(stray.name, stray.known) || `; its properties are ${stray.known.join(", ")}`;
  const owner = [what, ...stray.within].join(".");
  throw new Error(`[${path}] ${JSON.stringify(stray.name)} is not a property of ${owner}${suggestion}`);
}

/** A property that there is not, or a value that cannot be one. */
type Stray = { readonly within: readonly string[] } & (
  | { readonly name: string; readonly known: readonly string[] }
  | { readonly problem: string }
);

function strays(members: Members, given: object, within: readonly string[]): Stray[] {
  return Object.entries(given).flatMap(([name, each]) => {
    if (each === undefined) return [];
    if (!Object.hasOwn(members, name)) return [{ name, within, known: Object.keys(members) }];
    return straysIn(members[name]!, each, [...within, name]);
  });
}

function straysIn({ members, element, takes }: Shape, given: unknown, within: readonly string[]): Stray[] {
  if (given === null) return [];
  if (takes && !takes.accepts(given))
    return [{ within, problem: `must be ${takes.what}; it is ${description(given)}` }];
  if (members && !isUnknown(given) && !isObject(given))
    return [
      { within, problem: `must be an object with ${Object.keys(members).join(", ")}; it is ${description(given)}` },
    ];
  if (typeof given !== "object") return [];
  if (isDynamic(given)) return strays(attributes(element?.members ?? {}), given.content, within);
  if (isUnknown(given)) return [];
  if (element) return Object.values(given).flatMap((each) => straysIn(element, each, within));
  return members && !Array.isArray(given) ? strays(members, given, within) : [];
}

/** Whether a value is what `iterator.dynamic` returns, whose class CDKTF does not export. */
const isDynamic = (given: object): given is { readonly content: object } => "iterator" in given && "content" in given;

/** CDKTF writes what `iterator.dynamic` is given as it stands, so the names are those of Terraform. */
const attributes = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, shape]) => [snakeCase(name), shape]));

const inputs = (fields: Fields): Members =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isInput(field))
      .map(([name, field]) => [camelCase(name), shapeOf(field)]),
  );

const shapeOf = ({ members, element }: Field): Shape => ({
  ...(members && { members: inputs(members) }),
  ...(element && { element: shapeOf(element) }),
});
