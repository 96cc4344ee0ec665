import { Annotations } from "cdktf";
import type { Construct } from "constructs";
import { brokenRules, lookupRules, type ResourceDefinition, type Rule } from "../../src/model";
import { pathOf } from "./arguments";
import { isUnknown } from "./expression";
import type { LookupOptions } from "./interfaces";
import { description, type Kind, requireKind } from "./kind";
import { validateLogicalIds } from "./logical-ids";
import { checkNames } from "./properties";
import { requirePlatformProvider } from "./provider-of";

interface LookupProps extends LookupOptions {
  readonly name?: string;
  readonly descendantsOf?: { readonly uid: string };
  /** The deprecated name of `descendantsOf`. */
  readonly ancestor?: { readonly uid: string };
}

/** The configuration of a data source that looks up a resource. */
type LookupConfig<P, H extends string> = Omit<P, "ancestor" | "descendantsOf" | H> & {
  readonly [K in `${H}Uid`]?: string;
} & { readonly descendantsOf?: string };

/**
 * Returns the configuration of a data source that looks up a resource by name, or by the properties in `selectors`.
 * `parentProperty` is the property of its group. Throws an Error that begins with the construct's path for an unknown
 * property.
 */
export function lookupConfig<
  H extends "parent" | "group" | "repo",
  P extends LookupProps & { readonly [K in H]?: { readonly uid: string } },
>(
  scope: Construct,
  id: string,
  definition: ResourceDefinition,
  parentProperty: H,
  props: P,
  selectors: readonly string[] = [],
): LookupConfig<P, H> {
  const path = pathOf(scope, id);
  const names = ["name", ...selectors, parentProperty, "descendantsOf", "ancestor", "provider"];
  checkNames(path, `${definition.name}.fromLookup`, names, props);
  const query: Readonly<Record<string, unknown>> = { ...props };
  requirePlatformProvider(path, scope, query.provider);
  validateLogicalIds(scope);
  for (const each of [parentProperty, "descendantsOf", "ancestor"])
    if (query[each] !== undefined)
      requireKind(path, each, query[each], each === "repo" ? "repo" : ("group" satisfies Kind));
  for (const each of ["name", ...selectors]) requireText(path, each, query[each]);
  if (selectors.length === 0 && query.name === undefined) throw new Error(`[${path}] name is required`);
  if (query.descendantsOf !== undefined && query.ancestor !== undefined)
    throw new Error(`[${path}] ancestor and descendantsOf cannot both be set; ancestor is deprecated`);
  requireRules(path, definition, parentProperty, query);
  const { [parentProperty]: group, descendantsOf, ancestor, ...found } = props;
  if (ancestor)
    Annotations.of(scope).addWarning(
      "ancestor is deprecated and will be removed in the next version; use descendantsOf with the same group",
    );
  return {
    ...found,
    [`${parentProperty}Uid`]: group?.uid,
    descendantsOf: (descendantsOf ?? ancestor)?.uid,
  } as unknown as LookupConfig<P, H>;
}

/** Throws an Error for a selector that is not a non-empty string. */
function requireText(path: string, property: string, value: unknown): void {
  if (value === undefined || isUnknown(value) || (typeof value === "string" && value !== "")) return;
  throw new Error(`[${path}] ${property} must be a non-empty string; got ${description(value)}`);
}

/** Throws an Error if the properties select nothing or conflict. Lookups by uid are `fromUid`. */
function requireRules(
  path: string,
  definition: ResourceDefinition,
  parentProperty: string,
  query: Readonly<Record<string, unknown>>,
): void {
  const propertyOf = (argument: string) => (argument === definition.parent.attribute ? parentProperty : argument);
  const presence = (argument: string) => {
    const value = argument === "uid" ? undefined : query[propertyOf(argument)];
    if (value !== undefined) return isUnknown(value) ? "unknown" : "set";
    return argument === "descendantsOf" && query.ancestor !== undefined ? "set" : "unset";
  };
  const [broken] = brokenRules(lookupRules(definition).map(withoutUidField), presence, propertyOf);
  if (broken) throw new Error(`[${path}] ${propertyOf(broken.field)} ${broken.problem}`);
}

const withoutUidField = (rule: Rule): Rule =>
  "fields" in rule ? { ...rule, fields: rule.fields.filter((field) => field !== "uid") } : rule;
