import type { Capability } from "./capabilities";
import type { Field, Fields, ObjectValue, Value } from "./field";
import { object } from "./kinds";
import type { CreateBody, Resource, ResourceDefinition } from "./resource";

/**
 * The single definition of a custom method, which is named after a colon in its path. The service's routes and gRPC
 * methods, the protobuf messages, the OpenAPI document and the client's method are derived from it.
 */
export interface MethodDefinition {
  /** In lowerCamelCase, as in OpenAPI; the gRPC method has the same name in UpperCamelCase. */
  readonly name: string;
  /** The type whose collection and gRPC service have the method. */
  readonly type: ResourceDefinition;
  /** The word after the colon in the path, and the name of the client's method: `batchCreate`. */
  readonly verb: string;
  /** The parameters of a GET are in the query, those of a POST in the body. */
  readonly http: "GET" | "POST";
  /** Whether the path contains a uid before the colon, which is the request's field `uid`. */
  readonly target: "collection" | "resource";
  /** An imperative without a period. */
  readonly summary: string;
  readonly description?: string;
  /** The capabilities that the method requires at or above its scope. */
  readonly capabilities: readonly Capability[];
  readonly request: Fields;
  readonly response: Fields;
  /** The request field with the uid of the resource that the method concerns. */
  readonly scope?: string;
  /** Whether calls of the same caller with the same idempotency key are executed once. */
  readonly idempotent?: true;
  /** Whether calls read as much as a list, so that their number is limited in the same way. */
  readonly isQueued?: true;
  /** The audit event of a call that was denied for a missing capability. */
  readonly audit?: {
    readonly action: "create" | "delete" | "token.revoke";
    readonly values?: Readonly<Record<string, unknown>>;
  };
}

/** Keeps the literal types of a definition, from which the types of requests and responses are derived. */
export const defineMethod = <const M extends MethodDefinition>(definition: M): M => definition;

/** The validated request of a method. */
export type MethodRequest<M extends MethodDefinition> = ObjectValue<M["request"]>;

/** The response of a method, in which every field is present. */
export type MethodResponse<M extends MethodDefinition> = {
  readonly [K in keyof M["response"]]: Value<M["response"][K]>;
};

interface MessageOptions {
  readonly number: number;
  readonly description: string;
}

/** A complete resource in a response. */
export const resource = <D extends ResourceDefinition>(definition: D, options: MessageOptions): Field<Resource<D>> =>
  message(definition, definition.fields, options);

/** A resource with a subset of its fields, for responses. */
export const resourceSummary = <D extends ResourceDefinition, const N extends keyof D["fields"] & string>(
  definition: D,
  names: readonly N[],
  options: MessageOptions,
): Field<Pick<Resource<D>, N & keyof Resource<D>>> => ({
  ...message<Pick<Resource<D>, N & keyof Resource<D>>>(definition, fieldsNamed(definition, names), options),
  isPartial: true,
});

const fieldsNamed = ({ fields }: ResourceDefinition, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** A resource in a request, whose required fields may be set elsewhere in the request. */
export const resourceInput = <D extends ResourceDefinition>(
  definition: D,
  options: MessageOptions,
): Field<Partial<CreateBody<D>>> & { readonly required: true } => ({
  ...message<Partial<CreateBody<D>>>(definition, allOptional(definition.fields), options),
  required: true,
});

/** Returns a copy of the fields in which none is required. */
export const allOptional = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, { ...each, required: false }]));

/** The members determine the type of the value, which the compiler cannot derive from a type parameter. */
const message = <T>({ name: typeName }: ResourceDefinition, members: Fields, options: MessageOptions): Field<T> =>
  object(members, { ...options, typeName }) as unknown as Field<T>;
