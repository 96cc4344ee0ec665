import {
  camelCase,
  didYouMean,
  type Field,
  type Fields,
  formatPath,
  isInput,
  type ResourceDefinition,
  snakeCase,
} from "../../src/model";
import { isUnknown } from "./expression";
import { description, isConstruct } from "./kind";
import { versionProperty } from "./versions";

/**
 * Rejects unknown properties, and values that CDKTF would drop without an error. Compilers find most of them, but not
 * in plain JavaScript or in objects built elsewhere. A misspelled property must not count as unset.
 */

/** The allowed names of an object. */
interface Members {
  readonly [name: string]: Shape;
}

/** The shape of a property: a value, an object with members, a collection of either, or a value with its own check. */
interface Shape {
  readonly members?: Members;
  readonly element?: Shape;
  readonly takes?: { readonly what: string; readonly accepts: (value: unknown) => boolean };
}

const value: Shape = {};
const membersNamed = (...names: readonly string[]): Members => Object.fromEntries(names.map((name) => [name, value]));

const isObject = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given);

/** Duck typing, since other copies of CDKTF have other classes: tests the members that this one uses. */
const isIterator = (given: unknown): boolean => isObject(given) && "_getForEachExpression" in given;
const isCount = (given: unknown): boolean => isObject(given) && "toTerraform" in given && "index" in given;
const isDependable = (given: unknown): boolean => isObject(given) && "fqn" in given && typeof given.fqn === "string";

/** CDKTF would resolve a construct with everything it refers to, and fail without naming the property. */
const withoutConstruct = (what: string): Shape["takes"] => ({ what, accepts: (given) => !isConstruct(given) });
const uid = withoutConstruct("a uid, not a construct; use its uid (for a built-in role, Role.viewer.uidIn(scope))");
const plain = withoutConstruct("a value, not a construct");

/** The arguments that every CDKTF resource takes, and our provider's timeouts. */
const metaArguments: Members = {
  ...membersNamed("provisioners", "connection", "provider"),
  count: {
    takes: { what: "a number or a TerraformCount", accepts: (given) => typeof given === "number" || isCount(given) },
  },
  dependsOn: {
    takes: {
      what: "an array of resources and data sources",
      accepts: Array.isArray,
    },
    element: { takes: { what: "a resource or data source", accepts: isDependable } },
  },
  forEach: { takes: { what: "a TerraformIterator", accepts: isIterator } },
  lifecycle: {
    members: membersNamed(
      "createBeforeDestroy",
      "ignoreChanges",
      "postcondition",
      "precondition",
      "preventDestroy",
      "replaceTriggeredBy",
    ),
  },
  timeouts: { members: membersNamed("create", "delete", "read", "update") },
};

/** Throws an Error for the first property, at any depth, that is unknown for the type. */
export const checkProperties = (
  definition: ResourceDefinition,
  path: string,
  props: object,
  additional: readonly string[],
): void =>
  check(
    path,
    definition.name,
    { ...inputs(definition.fields), ...metaArguments, ...membersNamed(...additional) },
    props,
  );

/** Throws an Error for the first property that is not among the names. `what` names their owner. */
export const checkNames = (path: string, what: string, names: readonly string[], props: object): void =>
  check(path, what, membersNamed(...names), props);

/** The names of CDKTF's meta-arguments for our resources, and of `timeouts`. */
export const metaArgumentNames = Object.keys(metaArguments);

/** Names a function's options in error messages. */
export const optionsOf = (name: string): string => `the options of ${name}`;

/** Throws an Error unless the argument is an object. `content` describes its members. */
export function requireProps(path: string, props: unknown, content: string, argument = "props"): void {
  if (isObject(props)) return;
  throw new Error(`[${path}] ${argument} must be an object ${content}; got ${description(props)}`);
}

function check(path: string, what: string, members: Members, props: object): void {
  requireProps(
    path,
    props,
    `with ${Object.keys(members).join(", ")}`,
    what.startsWith(optionsOf("")) ? "options" : "props",
  );
  const [invalid] = invalidProperties(members, props, []);
  if (!invalid) return;
  if ("problem" in invalid) throw new Error(`[${path}] ${formatPath(invalid.within)} ${invalid.problem}`);
  const suggestion = didYouMean(invalid.name, invalid.known) || `; its properties are ${invalid.known.join(", ")}`;
  const owner = formatPath([what, ...invalid.within]);
  throw new Error(`[${path}] ${JSON.stringify(invalid.name)} is not a property of ${owner}${suggestion}`);
}

type Path = readonly (string | number)[];

/** An unknown property, or an invalid value. */
type InvalidProperty = { readonly within: Path } & (
  | { readonly name: string; readonly known: readonly string[] }
  | { readonly problem: string }
);

function invalidProperties(members: Members, given: object, within: Path): InvalidProperty[] {
  return Object.entries(given).flatMap(([name, each]) => {
    if (each === undefined) return [];
    if (!Object.hasOwn(members, name)) return [{ name, within, known: Object.keys(members) }];
    return invalidIn(members[name]!, each, [...within, name]);
  });
}

function invalidIn({ members, element, takes }: Shape, given: unknown, within: Path): InvalidProperty[] {
  if (given === null) return [];
  if (takes && !takes.accepts(given)) return [{ within, problem: `must be ${takes.what}; got ${description(given)}` }];
  if (members && !isUnknown(given) && !isObject(given))
    return [
      { within, problem: `must be an object with ${Object.keys(members).join(", ")}; got ${description(given)}` },
    ];
  if (typeof given !== "object") return [];
  if (isDynamic(given)) return invalidProperties(attributes(element?.members ?? {}), given.content, within);
  if (isUnknown(given)) return [];
  if (element)
    return Object.entries(given).flatMap(([key, each]) =>
      invalidIn(element, each, [...within, Array.isArray(given) ? Number(key) : key]),
    );
  return members && !Array.isArray(given) ? invalidProperties(members, given, within) : [];
}

/** Returns whether a value is a result of `iterator.dynamic`, whose class CDKTF does not export. */
const isDynamic = (given: object): given is { readonly content: object } => "iterator" in given && "content" in given;

/** CDKTF writes the argument of `iterator.dynamic` unchanged, so its names are Terraform's. */
const attributes = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, shape]) => [snakeCase(name), shape]));

const inputs = (fields: Fields): Members =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isInput(field))
      .flatMap(([name, field]) => {
        const version = versionProperty(name, field);
        const own = [camelCase(name), shapeOf(field)] as const;
        return version === undefined ? [own] : [own, [version, { takes: plain }] as const];
      }),
  );

const shapeOf = ({ members, element, refersTo }: Field): Shape => ({
  takes: refersTo ? uid : plain,
  ...(members && { members: inputs(members) }),
  ...(element && { element: shapeOf(element) }),
});
