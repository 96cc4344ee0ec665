import type { ResourceDefinition } from "./resource";
import { atLeastOneOf, atMostOneOf, exactlyOneOf, type Rule, requires } from "./rules";

/**
 * The rules across the arguments of a lookup, which finds one resource by its uid, by its name and where to look, or by
 * what the custom method of its type takes. Arguments are named as clients have them: `groupUid`, `descendantsOf`. A
 * type without names is found by uid alone, and has no rules.
 */
export function lookupRules(definition: ResourceDefinition): readonly Rule[] {
  if (!Object.hasOwn(definition.fields, "name")) return [];
  const parent = definition.parent.attribute;
  const keys = Object.keys(definition.lookup?.parameters ?? {});
  // They are given together, so that one stands for all.
  const key = keys.slice(0, 1);
  return [
    ...keys.flatMap((each) => keys.filter((other) => other !== each).map((other) => requires(each, other))),
    exactlyOneOf("uid", "name", ...key),
    ...["uid", ...key].flatMap((each) => [atMostOneOf(each, parent), atMostOneOf(each, "descendantsOf")]),
    atMostOneOf(parent, "descendantsOf"),
    // By name alone only what stands at the top is found.
    ...(definition.parent.optional ? [] : [atLeastOneOf("uid", ...key, parent, "descendantsOf")]),
  ];
}
