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

/**
 * Refuses properties that a construct does not have: compilers find those in most programs, but not in plain
 * JavaScript, nor in objects that were put together elsewhere. What was misspelled must not count as not given.
 */

/** The names that an object may have. */
interface Members {
  readonly [name: string]: Shape;
}

/** What a property holds: a value, an object with members, or a collection of either. */
interface Shape {
  readonly members?: Members;
  readonly element?: Shape;
}

const value: Shape = {};
const named = (...names: readonly string[]): Members => Object.fromEntries(names.map((name) => [name, value]));

/** What every resource takes in CDKTF, and the time that our provider may take. */
const metaArguments: Members = {
  ...named("count", "provisioners", "connection", "dependsOn", "forEach", "provider"),
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

function check(path: string, what: string, members: Members, props: object): void {
  const [stray] = strays(members, props, []);
  if (!stray) return;
  const suggestion = didYouMean(stray.name, stray.known) || `; its properties are ${stray.known.join(", ")}`;
  const owner = [what, ...stray.within].join(".");
  throw new Error(`[${path}] ${JSON.stringify(stray.name)} is not a property of ${owner}${suggestion}`);
}

interface Stray {
  readonly name: string;
  readonly within: readonly string[];
  readonly known: readonly string[];
}

function strays(members: Members, given: object, within: readonly string[]): Stray[] {
  return Object.entries(given).flatMap(([name, each]) => {
    if (each === undefined) return [];
    if (!Object.hasOwn(members, name)) return [{ name, within, known: Object.keys(members) }];
    return straysIn(members[name]!, each, [...within, name]);
  });
}

function straysIn({ members, element }: Shape, given: unknown, within: readonly string[]): Stray[] {
  if (typeof given !== "object" || given === null) return [];
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
