import { parentUidOf } from "../../src/client";
import {
  camelCase,
  type Field,
  type Fields,
  findCapability,
  type ResourceDefinition,
  uidTypeOf,
} from "../../src/model";
import { recordUid } from "./uids";

/**
 * Returns a resource as lookups return it: what the API returns on every read, in lowerCamelCase and with the short
 * names of capabilities, and its parent's uid.
 */
export function resultOf(definition: ResourceDefinition, resource: object): object {
  const values = Object.entries(resource).flatMap(([name, value]) => {
    const field = definition.fields[name];
    return field?.writeOnly || field?.onlyInCreate ? [] : [[camelCase(name), field ? converted(field, value) : value]];
  });
  const { uid } = resource as { readonly uid: string };
  recordUid(uidTypeOf(definition), uid);
  return { ...Object.fromEntries(values), [definition.parent.attribute]: parentUidOf(definition, uid) };
}

function converted(field: Field, value: unknown): unknown {
  if (field.kind === "capability") return findCapability(String(value)) ?? value;
  if (Array.isArray(value)) return value.map((each) => converted(field.element!, each));
  if (!field.members || typeof value !== "object" || value === null) return value;
  const members: Fields = field.members;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      Object.hasOwn(members, name) ? converted(members[name]!, each) : each,
    ]),
  );
}
