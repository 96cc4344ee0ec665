import { Annotations, type TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { article, type Kind, requireKind } from "./kind";
import { validateLogicalIds } from "./logical-ids";
import { checkNames } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import { pathOf } from "./validation";

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
  const given: Readonly<Record<string, unknown>> = { ...props };
  checkNames(
    path,
    `${article(kind)}'s fromLookup`,
    ["name", ...selectors, holder, "descendantsOf", "ancestor", "provider"],
    given,
  );
  if (!["name", ...selectors].some((name) => given[name] !== undefined))
    throw new Error(`[${path}] name is required${selectors.length > 0 ? `, or ${selectors.join(" and ")}` : ""}`);
  requirePlatformProvider(path, given.provider);
  validateLogicalIds(scope);
  for (const each of [holder, "descendantsOf", "ancestor"])
    if (given[each] !== undefined) requireKind(path, each, given[each], "group");
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
