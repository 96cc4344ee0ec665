import type * as pulumi from "@pulumi/pulumi";
import type { CreateBody, Plural, Registry, Resource } from "../../src/model";

/** The types of arguments and outputs of a type, named by its plural, derived from its definition. */

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
export type Args<P extends Plural> = Inputs<CreateBody<Registry[P]>> & Place<Registry[P]["parent"]["attribute"]>;

/** Names of fields that every refresh would see changed (volatile), or that repeat another resource (hydrated). */
type LeftOut<Fields> = {
  [K in keyof Fields]: Fields[K] extends { readonly volatile: true } | { readonly hydratedFrom: string } ? K : never;
}[keyof Fields];

type Kept<P extends Plural> = Omit<Resource<Registry[P]>, LeftOut<Registry[P]["fields"]>>;

/**
 * The outputs of a resource: what the API answers of it, without what changes by itself, and its parent's uid. Each is
 * there; the value of one may be undefined.
 */
export type Outputs<P extends Plural> = {
  readonly [K in keyof Kept<P> as CamelCase<K & string>]-?: pulumi.Output<Kept<P>[K]>;
} & { readonly [A in Registry[P]["parent"]["attribute"]]: pulumi.Output<string> };

/** A resource as lookups give it: all that the API answers, in lowerCamelCase. */
export type Found<P extends Plural> = {
  readonly [K in keyof Resource<Registry[P]> as CamelCase<K & string>]: Resource<Registry[P]>[K];
};
