import { Annotations, type TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { brokenRules, definitionNamed, lookupRules, type Rule, withArticle } from "../../src/model";
import { pathOf } from "./arguments";
import { isUnknown } from "./expression";
import { description, type Kind, requireKind, typeOfKind } from "./kind";
import { validateLogicalIds } from "./logical-ids";
import { checkNames } from "./properties";
import { requirePlatformProvider } from "./provider-of";

/** Options of a lookup. */
export interface LookupOptions {
  /** The provider for the lookup; the stack's default unless given. */
  readonly provider?: TerraformProvider;
}

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
 * `holder` is the property of its group. Throws an Error that begins with the construct's path for an unknown property.
 */
export function lookupConfig<
  H extends "parent" | "group",
  P extends LookupProps & { readonly [K in H]?: { readonly uid: string } },
>(
  scope: Construct,
  id: string,
  kind: Kind,
  holder: H,
  props: P,
  selectors: readonly string[] = [],
): LookupConfig<P, H> {
  const path = pathOf(scope, id);
  const names = ["name", ...selectors, holder, "descendantsOf", "ancestor", "provider"];
  checkNames(path, `${withArticle(kind)}'s fromLookup`, names, props);
  const given: Readonly<Record<string, unknown>> = { ...props };
  requirePlatformProvider(path, scope, given.provider);
  validateLogicalIds(scope);
  for (const each of [holder, "descendantsOf", "ancestor"])
    if (given[each] !== undefined) requireKind(path, each, given[each], "group");
  for (const each of ["name", ...selectors]) requireText(path, each, given[each]);
  if (selectors.length === 0 && given.name === undefined) throw new Error(`[${path}] name is required`);
  if (given.descendantsOf !== undefined && given.ancestor !== undefined)
    throw new Error(`[${path}] ancestor is the earlier name of descendantsOf: give descendantsOf alone`);
  requireRules(path, kind, holder, given);
  const { [holder]: group, descendantsOf, ancestor, ...found } = props;
  if (ancestor)
    Annotations.of(scope).addWarning(
      "ancestor is deprecated and will be removed in the next version; use descendantsOf with the same group",
    );
  return {
    ...found,
    [`${holder}Uid`]: group?.uid,
    descendantsOf: (descendantsOf ?? ancestor)?.uid,
  } as unknown as LookupConfig<P, H>;
}

/** Throws an Error for a selector that is not a non-empty string. */
function requireText(path: string, property: string, value: unknown): void {
  if (value === undefined || isUnknown(value) || (typeof value === "string" && value !== "")) return;
  const is = value === "" ? "empty" : description(value);
  throw new Error(`[${path}] ${property} must be a string that is not empty; it is ${is}`);
}

/** Throws an Error if the properties select nothing, or contradict. Lookups by uid are `fromUid`. */
function requireRules(path: string, kind: Kind, holder: string, given: Readonly<Record<string, unknown>>): void {
  const definition = definitionNamed(typeOfKind[kind])!;
  const spell = (argument: string) => (argument === definition.parent.attribute ? holder : argument);
  const presence = (argument: string) => {
    const value = argument === "uid" ? undefined : given[spell(argument)];
    if (value !== undefined) return isUnknown(value) ? "unknown" : "set";
    return argument === "descendantsOf" && given.ancestor !== undefined ? "set" : "unset";
  };
  const [broken] = brokenRules(lookupRules(definition).map(withoutUid), presence, spell);
  if (broken) throw new Error(`[${path}] ${spell(broken.field)} ${broken.problem}`);
}

const withoutUid = (rule: Rule): Rule =>
  "fields" in rule ? { ...rule, fields: rule.fields.filter((field) => field !== "uid") } : rule;
