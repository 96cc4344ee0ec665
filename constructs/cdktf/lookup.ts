import { Annotations, type TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { brokenRules, definitionNamed, lookupRules, type Rule } from "../../src/model";
import { pathOf } from "./arguments";
import { isUnknown } from "./expression";
import { article, description, type Kind, requireKind, typeOfKind } from "./kind";
import { validateLogicalIds } from "./logical-ids";
import { checkNames } from "./properties";
import { requirePlatformProvider } from "./provider-of";

/** Where a lookup asks. */
export interface LookupOptions {
  /** The provider that finds it; the stack's default, unless given. */
  readonly provider?: TerraformProvider;
}

interface LookupProps extends LookupOptions {
  readonly name?: string;
  readonly descendantsOf?: { readonly uid: string };
  /** The earlier name of `descendantsOf`. */
  readonly ancestor?: { readonly uid: string };
}

/** The configuration of a data source that finds a resource. */
type LookupConfig<P, H extends string> = Omit<P, "ancestor" | "descendantsOf" | H> & {
  readonly [K in `${H}Uid`]?: string;
} & { readonly descendantsOf?: string };

/**
 * The configuration of a data source that finds a resource by its name, or by what is named in `selectors`. `holder` is
 * what its group is given as. Throws an Error that begins with the construct's path for a property that there is not.
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
  checkNames(path, `${article(kind)}'s fromLookup`, names, props);
  const given: Readonly<Record<string, unknown>> = { ...props };
  requirePlatformProvider(path, given.provider);
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

/** Throws an Error for a text to look for that is empty or none. */
function requireText(path: string, property: string, value: unknown): void {
  if (value === undefined || isUnknown(value) || (typeof value === "string" && value !== "")) return;
  const is = value === "" ? "empty" : description(value);
  throw new Error(`[${path}] ${property} must be a string that is not empty; it is ${is}`);
}

/** Throws an Error where what is given finds nothing, or could find two things. Lookups by uid are `fromUid`. */
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
