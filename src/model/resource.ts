import type { Capability } from "./capabilities";
import { type Field, type FieldOptions, type Fields, isInput, type ReferencedType, type Value } from "./field";
import type { Rule } from "./rules";

/** The API domain of a type: the first segment of its paths and the prefix of its errors' domain. */
export type Domain = "iam" | "registry" | "vulnerabilities";

export type Operation = "list" | "get" | "create" | "update" | "delete";

/** The parent of a type's resources, and the name of its uid in configurations. */
export interface Parent {
  readonly type: "Group" | "Repo" | "Identity";
  readonly attribute: "parentUid" | "groupUid" | "repoUid" | "identityUid";
  /**
   * Whether resources without a parent exist: root groups and built-in roles. They cannot be created through the API.
   */
  readonly optional?: boolean;
  /** Whether the parent must be a root group. */
  readonly rootOnly?: boolean;
}

/** A query parameter of a list request, in addition to the common ones. */
export interface Filter {
  readonly kind: "string" | "strings" | "enum" | "enums" | "timestamp" | "boolean";
  /** The field number in the list request. */
  readonly number: number;
  readonly description: string;
  readonly values?: readonly string[];
  /** The type of the resource that the uid refers to. */
  readonly refersTo?: ReferencedType;
  /** The field with the same meaning: arguments are named after it, so that names are consistent everywhere. */
  readonly argument?: string;
  /** Explicit presence in protobuf (`optional`), as for fields. */
  readonly presence?: boolean;
  /**
   * The name of the protobuf enum of the values. If no field uses that enum, values are numbered from 1 in their order.
   */
  readonly typeName?: string;
}

/**
 * The single definition of a resource type. The service's routes and storage, the client's methods, the Terraform and
 * Pulumi schemas, the protobuf messages and the reference pages are derived from it.
 */
export interface ResourceDefinition {
  /** UpperCamelCase, as in the protobuf messages: `RoleBinding`. */
  readonly name: string;
  /** The lowerCamelCase plural, as in paths and list responses: `roleBindings`. */
  readonly plural: string;
  readonly domain: Domain;
  /** One sentence for reference pages. */
  readonly description: string;
  readonly parent: Parent;
  /** Whether the uid has its own last segment, or equals the parent's uid. */
  readonly uid?: "own" | "parent";
  /**
   * Whether the resource exists exactly once in each parent. Singletons have the parent's uid, are only read and
   * updated, at the parent's path followed by `plural`, and belong to the parent's gRPC service.
   */
  readonly singleton?: true;
  readonly operations: readonly Operation[];
  /** The capabilities that each operation requires at or above the resource. */
  readonly capabilities: Readonly<Partial<Record<Operation, readonly Capability[]>>>;
  readonly fields: Fields;
  readonly rules?: readonly Rule[];
  readonly filters: Readonly<Record<string, Filter>>;
  /**
   * The list parameters besides the filters; all others are rejected. By default, a list accepts the common parameters
   * and ignores unknown ones, as the specification requires for its types.
   */
  readonly listParameters?: readonly ListParameter[];
  /** The field number of page_size in the list request; page_token and order_by follow it. */
  readonly pageSizeNumber: number;
  /** The field number of skip, if it does not follow order_by. */
  readonly skipNumber?: number;
  /** The default order of a list; by uid if absent. */
  readonly defaultOrder?: string;
  /** The field that states when a resource expires. */
  readonly expires?: string;
  /** The parameters of a delete request. Those numbered 0 exist only in REST. */
  readonly deleteParameters?: Fields;
  /** The custom method that finds one resource by something other than its name, with the required parameters. */
  readonly lookup?: { readonly verb: string; readonly parameters: Readonly<Record<string, string>> };
  /**
   * Fields whose combined values must be unique among the direct children of a parent. An empty list allows only one
   * child.
   */
  readonly unique?: readonly string[];
}

/** The list parameters common to all types, besides the filters. */
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

/** Keeps the literal types of a definition, from which the types of resources and bodies are derived. */
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

/** A resource as the service returns it. Members of a oneof are absent unless set; all other fields are present. */
export type Resource<D extends ResourceDefinition = ResourceDefinition> = { readonly uid: string } & {
  readonly [K in Exclude<ReturnedNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "oneof">>]: Value<FieldsOf<D>[K]>;
} & {
  readonly [K in Extract<ReturnedNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "oneof">>]?: Value<FieldsOf<D>[K]>;
};

/** The body of a create request. */
export type CreateBody<D extends ResourceDefinition> = {
  readonly [K in Extract<InputNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "required">>]: Value<FieldsOf<D>[K]>;
} & {
  readonly [K in Exclude<InputNames<FieldsOf<D>>, NamesWhere<FieldsOf<D>, "required">>]?: Value<FieldsOf<D>[K]>;
};

/** The body of an update request: any of the inputs; null clears a field like an empty value. */
export type UpdateBody<D extends ResourceDefinition> = {
  readonly [K in InputNames<FieldsOf<D>>]?: Value<FieldsOf<D>[K]> | null;
};

/** The type whose uid a resource has: its own, or its parent's. */
export const uidTypeOf = ({ uid, name, parent }: ResourceDefinition): string => (uid === "parent" ? parent.type : name);

/** Returns the fields of a definition in declaration order. */
export const fieldsOf = (definition: ResourceDefinition): readonly (readonly [name: string, field: Field])[] =>
  Object.entries(definition.fields);

/** Reports whether changing a field requires a new resource: the field, or its whole type, cannot be updated. */
export const forcesReplacement = (definition: ResourceDefinition, field: Field): boolean =>
  isInput(field) && (field.immutable === true || !definition.operations.includes("update"));
