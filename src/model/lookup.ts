import type { ResourceDefinition } from "./resource";
import { atLeastOneOf, atMostOneOf, exactlyOneOf, type Rule, requires } from "./rules";

/**
 * Returns the rules for the arguments of a lookup, which finds one resource: by uid, by name and scope, or by the
 * parameters of its type's custom method. Arguments have the client's names: `groupUid`, `descendantsOf`. Types
 * without a name can be looked up only by uid and have no rules.
 */
export function lookupRules(definition: ResourceDefinition): readonly Rule[] {
  if (!Object.hasOwn(definition.fields, "name")) return [];
  const parent = definition.parent.attribute;
  const keys = Object.keys(definition.lookup?.parameters ?? {});
  // The parameters require each other, so it is enough to check the first.
  const key = keys.slice(0, 1);
  return [
    ...keys.flatMap((each) => keys.filter((other) => other !== each).map((other) => requires(each, other))),
    exactlyOneOf("uid", "name", ...key),
    ...["uid", ...key].flatMap((each) => [atMostOneOf(each, parent), atMostOneOf(each, "descendantsOf")]),
    atMostOneOf(parent, "descendantsOf"),
    // A name alone finds only root resources.
    ...(definition.parent.optional ? [] : [atLeastOneOf("uid", ...key, parent, "descendantsOf")]),
  ];
}
