import {
  camelCase,
  type Field,
  type Fields,
  type Filter,
  humanize,
  lookupRules,
  type ReferencedType,
  type ResourceDefinition,
  type Rule,
  uidTypeOf,
} from "../../src/model";
import { uidFormat } from "../../src/model/formats";
import { boolean, enumeration, list, reference, string, timestamp } from "../../src/model/kinds";
import { atMostOneOf } from "../../src/model/rules";

/** The arguments of a lookup as fields, with the rules across them. */
export interface QueryView {
  readonly fields: Fields;
  readonly rules: readonly Rule[];
}

/** Placeholder for the protobuf field number, which lookup arguments do not have. */
const number = 0;

const uidArgument = (type: string, description: string, isRequired = false) =>
  reference(type as ReferencedType, { number, required: isRequired, ...uidFormat, description });

/** Returns the arguments that select one resource of a type. */
export function selectorView(definition: ResourceDefinition): QueryView {
  const { attribute, type } = definition.parent;
  const noun = humanize(definition.name);
  const isNamed = Object.hasOwn(definition.fields, "name");
  const uid = uidArgument(uidTypeOf(definition), `The uid of the ${noun}.`, !isNamed);
  if (!isNamed) return { fields: { uid }, rules: [] };
  const parameters = Object.entries(definition.lookup?.parameters ?? {}).map(
    ([parameter, description]) => [parameter, string({ number, description })] as const,
  );
  const parent = humanize(type);
  return {
    fields: {
      uid,
      name: string({ number, description: `The name of the ${noun}.` }),
      [attribute]: uidArgument(type, `The uid of the parent ${parent}: the name is looked up directly in it.`),
      descendantsOf: uidArgument("Group", "The uid of a group: the name is looked up anywhere below it."),
      ...Object.fromEntries(parameters),
    },
    rules: lookupRules(definition),
  };
}

/** Returns the arguments of a list of resources of a type: its scope and filters. */
export function listView(definition: ResourceDefinition): QueryView {
  const { attribute, type } = definition.parent;
  const filters = Object.entries(definition.filters).map(
    ([name, filter]) => [camelCase(filter.argument ?? name), filterField(filter)] as const,
  );
  return {
    fields: {
      [attribute]: uidArgument(type, `The uid of a ${humanize(type)}: lists resources directly in it.`),
      descendantsOf: uidArgument("Group", "The uid of a group: lists resources anywhere below it."),
      ...Object.fromEntries(filters),
    },
    rules: [atMostOneOf(attribute, "descendantsOf")],
  };
}

function filterField({ kind, description, values = [], refersTo, typeName = "" }: Filter): Field {
  if (refersTo) return uidArgument(refersTo, description);
  if (kind === "timestamp") return timestamp({ number, description });
  if (kind === "boolean") return boolean({ number, description });
  const element =
    kind === "enum" || kind === "enums"
      ? // The unset value cannot be set.
        enumeration({ number, typeName, description, numbers: numbered(["", ...values]) })
      : string({ number, description });
  return kind === "strings" || kind === "enums" ? list(element as Field, { number, description }) : element;
}

const numbered = (values: readonly string[]) => Object.fromEntries(values.map((value, index) => [value, index]));

/** The arguments of `getAccess`. */
export const accessView: QueryView = {
  fields: {
    identityUid: uidArgument("Identity", "The uid of the identity.", true),
    groupUid: uidArgument(
      "Group",
      "The uid of a group. Limits the bindings to those in the group and above it, which are the ones that apply there.",
    ),
  },
  rules: [],
};
