import type * as pulumi from "@pulumi/pulumi";
import type { CreateBody, Resource, ResourceDefinition } from "../../src/model";

/** The types of arguments and outputs, derived from the definitions: what the API gains, programs gain. */

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** A value in which any part may be the output of another resource. */
export type Deep<T> = pulumi.Input<
  T extends readonly (infer E)[] ? readonly Deep<E>[] : T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T
>;

type Inputs<Body> = { readonly [K in keyof Body as CamelCase<K & string>]: Deep<Exclude<Body[K], undefined>> };

/**
 * Where a resource stands: below a parent, in which it is created; or where it is already, with `importUid`, the uid of
 * a resource that exists and is brought in line with the arguments instead of being created.
 */
export type Place<Attribute extends string> =
  | ({ readonly [A in Attribute]: pulumi.Input<string> } & { readonly importUid?: pulumi.Input<string> })
  | ({ readonly [A in Attribute]?: pulumi.Input<string> } & { readonly importUid: pulumi.Input<string> });

/** The arguments of a resource: the API's inputs in lowerCamelCase, and where it stands. */
export type Args<D extends ResourceDefinition> = Inputs<CreateBody<D>> & Place<D["parent"]["attribute"]>;

/** Names of fields that every refresh would see changed (volatile), or that repeat another resource (hydrated). */
type LeftOut<D extends ResourceDefinition> = {
  [K in keyof D["fields"]]: D["fields"][K] extends { readonly volatile: true } | { readonly hydratedFrom: string }
    ? K
    : never;
}[keyof D["fields"]];

type Kept<D extends ResourceDefinition> = Omit<Resource<D>, LeftOut<D>>;

/** The outputs of a resource: what the API answers of it, without what changes by itself, and its parent's uid. */
export type Outputs<D extends ResourceDefinition> = {
  readonly [K in keyof Kept<D> as CamelCase<K & string>]: pulumi.Output<Kept<D>[K]>;
} & { readonly [A in D["parent"]["attribute"]]: pulumi.Output<string> };

/** A resource as lookups give it: all that the API answers, in lowerCamelCase. */
export type Found<D extends ResourceDefinition> = {
  readonly [K in keyof Resource<D> as CamelCase<K & string>]: Resource<D>[K];
};
