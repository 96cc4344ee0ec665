import {
  atMostOneOf,
  exactlyOneOf,
  type Fields,
  type ReferredType,
  type ResourceDefinition,
  type Rule,
  requires,
  uidTypeOf,
} from "../../src/model";
import { uidFormat } from "../../src/model/formats";
import { reference, string } from "../../src/model/kinds";

/** The arguments of a lookup as fields, with the rules across them. */
export interface QueryView {
  readonly fields: Fields;
  readonly rules: readonly Rule[];
}

const uidArgument = (type: string, description: string) =>
  reference(type as ReferredType, { number: 0, ...uidFormat, description });

const name = string({ number: 0, description: "The resource's name." });
const descendantsOf = uidArgument("Group", "An ancestor group.");

/** Returns the arguments that select one resource of a type. */
export function selectorView(definition: ResourceDefinition): QueryView {
  const { attribute, type } = definition.parent;
  const parameters = Object.entries(definition.lookup?.parameters ?? {}).map(
    ([parameter, description]) => [parameter, string({ number: 0, required: false, description })] as const,
  );
  const [first] = parameters.map(([parameter]) => parameter);
  const places = [attribute, "descendantsOf"];
  return {
    fields: {
      uid: uidArgument(uidTypeOf(definition), "The resource's uid."),
      name,
      [attribute]: uidArgument(type, "The uid of the parent."),
      descendantsOf,
      ...Object.fromEntries(parameters),
    },
    rules: [
      exactlyOneOf("uid", "name", ...(first === undefined ? [] : [first])),
      atMostOneOf("uid", ...places),
      ...parameters.flatMap(([parameter]) => [
        ...parameters.flatMap(([other]) => (other === parameter ? [] : [requires(parameter, other)])),
        ...["uid", "name", ...places].map((other) => atMostOneOf(other, parameter)),
      ]),
    ],
  };
}

/** The arguments of a list of repos. */
export const reposView: QueryView = {
  fields: {
    groupUid: uidArgument("Group", "The uid of the parent group."),
    descendantsOf,
    childrenOf: uidArgument("Group", "Deprecated; use groupUid."),
    name,
  },
  rules: [atMostOneOf("groupUid", "descendantsOf", "childrenOf")],
};
