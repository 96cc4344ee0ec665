import { v1Fields } from "../../api";
import {
  allOptional,
  type Field,
  type Fields,
  type MethodDefinition,
  methods,
  type ResourceDefinition,
  registry,
} from "../../model";
import { object } from "../../model/kinds";
import { type V1Type, v1Types } from "./types";

/** How v1 represents a custom method. */
export interface V1Method {
  /** The method of v2 that it corresponds to. */
  readonly method: MethodDefinition;
  readonly type: V1Type;
  /** The name in gRPC. */
  readonly name: "Lookup" | "CreateBatch";
  readonly operationId: string;
  /** The path below the type's collection: `lookup`. */
  readonly path: string;
  /** The request field that follows in the path. */
  readonly pathField?: string;
  /** The request field that is the body of a POST. */
  readonly bodyField?: string;
  readonly request: V1Message;
  /** Without fields, the message of the type itself. */
  readonly response: Pick<V1Message, "typeName"> & Partial<V1Message>;
}

interface V1Message {
  readonly typeName: string;
  readonly fields: Fields;
}

/** Returns the v1 type of a resource. Every type with a custom method exists in v1. */
const v1TypeOf = ({ name }: ResourceDefinition): V1Type => v1Types.find(({ definition }) => definition.name === name)!;

const [identities, roleBindings] = [v1TypeOf(registry.identities), v1TypeOf(registry.roleBindings)];

const { request: batch } = methods.batchCreateRoleBindings;

/** A list of v1 role bindings with the limits of a batch in v2. */
const bindings = (number: number): Field => {
  const { definition, shape } = roleBindings;
  const { description } = batch.requests;
  // Required fields are checked in v2.
  const fields = allOptional(v1Fields(definition.fields, shape));
  const element = object(fields, { number, typeName: definition.name, description: "A role binding." });
  return { ...batch.requests, number, description, element };
};

/** Every custom method of v1. */
export const v1Methods: readonly V1Method[] = [
  {
    method: methods.lookupIdentity,
    type: identities,
    name: "Lookup",
    operationId: "lookupV1Identity",
    path: "lookup",
    request: { typeName: "LookupRequest", fields: methods.lookupIdentity.request },
    response: { typeName: "Identity" },
  },
  {
    method: methods.batchCreateRoleBindings,
    type: roleBindings,
    name: "CreateBatch",
    operationId: "createV1RoleBindingBatch",
    path: "batch",
    pathField: "parent",
    bodyField: "roleBindings",
    request: {
      typeName: "CreateRoleBindingBatchRequest",
      fields: { parent: batch.parent, roleBindings: bindings(2) },
    },
    response: { typeName: "RoleBindingBatch", fields: { roleBindings: bindings(1) } },
  },
];

/** Returns the path of a method: `/iam/v1/rolebindings/batch`, to which the field in the path is appended. */
export const v1MethodPath = ({ type, path }: V1Method): string => `/${type.definition.domain}/v1/${type.path}/${path}`;
