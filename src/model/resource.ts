import type { Capability } from "./capabilities";
import { type Field, type FieldOptions, type Fields, isInput, type ReferredType, type Value } from "./field";
import type { Rule } from "./rules";

/** The part of the platform that a type belongs to: the first segment of its paths and the prefix of its errors' domain. */
export type Domain = "iam" | "registry" | "vulnerabilities";

export type Operation = "list" | "get" | "create" | "update" | "delete";

/** What holds resources of a type, and what configurations call its uid. */
export interface Parent {
  readonly type: "Group" | "Repo" | "Identity";
  readonly attribute: "parentUid" | "groupUid" | "repoUid" | "identityUid";
  /** True where resources without a parent exist: root groups, built-in roles. They cannot be created through the API. */
  readonly optional?: boolean;
  /** True for what only root groups hold. */
  readonly rootOnly?: boolean;
}

/** A query parameter of a List, beyond those that every List takes. */
export interface Filter {
  readonly kind: "string" | "strings" | "enum" | "enums" | "timestamp" | "boolean";
  /** Field number in the List request. */
  readonly number: number;
  readonly description: string;
  readonly values?: readonly string[];
  /** The type of the resource whose uid it takes. */
  readonly refersTo?: ReferredType;
  /** The field that means the same: arguments are named after it, so that one name has one meaning in all of them. */
  readonly argument?: string;
  /** As of a field: `optional` in protobuf. */
  readonly presence?: boolean;
  /** Name of the protobuf enum of the values; where no field has that enum, they are numbered from 1 in their order. */
  readonly typeName?: string;
}

/**
 * Everything that is said once about a resource type. The service's routes and storage, the client's methods, the
 * Terraform and Pulumi schemas, the protobuf messages and the reference pages are derived from it.
 */
export interface ResourceDefinition {
  /** UpperCamelCase, as in the protobuf messages: `RoleBinding`. */
  readonly name: string;
  /** lowerCamelCase plural, as in paths and list envelopes: `roleBindings`. */
  readonly plural: string;
  readonly domain: Domain;
  /** One sentence for reference pages. */
  readonly description: string;
  readonly parent: Parent;
  /** Whether the last segment of its uid is its own, or its uid is its parent's. */
  readonly uid?: "own" | "parent";
  readonly operations: readonly Operation[];
  /** The capabilities that each operation needs at or above the resource. */
  readonly capabilities: Readonly<Partial<Record<Operation, readonly Capability[]>>>;
  readonly fields: Fields;
  readonly rules?: readonly Rule[];
  readonly filters: Readonly<Record<string, Filter>>;
  /**
   * What its List takes beside the filters; any other parameter is refused. Unless given, a List takes all that every
   * List takes, and ignores unknown parameters, as the specification's types must.
   */
  readonly listParameters?: readonly ListParameter[];
  /** Field number of page_size in the List request; page_token and order_by follow it. */
  readonly pageSizeNumber: number;
  /** Field number of skip, where it does not follow order_by. */
  readonly skipNumber?: number;
  /** The order of a List that asks for none; by uid where it is not given. */
  readonly defaultOrder?: string;
  /** The field that says when a resource ends by itself. */
  readonly expires?: string;
  /** The custom method that finds one resource by what is no name, with the parameters that it needs. */
  readonly lookup?: { readonly verb: string; readonly parameters: Readonly<Record<string, string>> };
  /** Fields whose values, taken together, may stand only once directly below a parent; without any, there is one at most. */
  readonly unique?: readonly string[];
}

/** What every List takes beside the filters of its type. */
export const listParameters = [
  "uidp.descendantsOf",
  "uidp.childrenOf",
  "uidp.ancestorsOf",
  "uidp.inRoot",
  "uidp.ids",
  "pageSize",
  "pageToken",
  "orderBy",
  "skip",
] as const;
export type ListParameter = (typeof listParameters)[number];

/** Keeps the literal types of a definition, from which the types of resources and bodies derive. */
export const defineResource = <const D extends ResourceDefinition>(definition: D): D => definition;

type FieldsOf<D extends ResourceDefinition> = D["fields"];
type Flag<F, Name extends keyof FieldOptions> = F extends { readonly [K in Name]: infer V }
  ? V extends undefined | false
    ? false
    : true
  : false;

type NamesWhere<M extends Fields, Name extends keyof FieldOptions> = {
  [K in keyof M]: Flag<M[K], Name> extends true ? K : never;
}[keyof M];

type InputNames<M extends Fields> = Exclude<keyof M, NamesWhere<M, "output"> | NamesWhere<M, "hydratedFrom">>;
type ReturnedNames<M extends Fields> = Exclude<keyof M, NamesWhere<M, "writeOnly">>;

/** A resource as the service answers it. Members of a oneof are absent unless set; all else is there. */
export type Resource<D extends ResourceDefinition = ResourceDefinition> = {
  readonly [K in Exclude<ReturnedNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "oneof">>]: Value<FieldsOf<D>[K]>;
} & {
  readonly [K in Extract<ReturnedNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "oneof">>]?: Value<FieldsOf<D>[K]>;
};

/** The body of a Create. */
export type CreateBody<D extends ResourceDefinition> = {
  readonly [K in Extract<InputNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "required">>]: Value<FieldsOf<D>[K]>;
} & {
  readonly [K in Exclude<InputNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "required">>]?: Value<FieldsOf<D>[K]>;
};

/** The body of an Update: any of the inputs; null clears like an empty value. */
export type UpdateBody<D extends ResourceDefinition> = {
  readonly [K in InputNames<FieldsOf<D>>]?: Value<FieldsOf<D>[K]> | null;
};

/** The fields of a definition, in the order in which they are declared. */
export const fieldsOf = (definition: ResourceDefinition): readonly (readonly [name: string, field: Field])[] =>
  Object.entries(definition.fields);

/** Whether another value of a field makes a new resource: it cannot change in place, or nothing of its type can. */
export const forcesReplacement = (definition: ResourceDefinition, field: Field): boolean =>
  isInput(field) && (field.immutable === true || !definition.operations.includes("update"));
