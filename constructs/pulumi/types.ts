import type * as pulumi from "@pulumi/pulumi";
import type { ClientRegistry, CreateBody, Plural, Resource } from "../../src/model";

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
 * a resource that exists and is adopted instead of being created. An adoption fails, naming the differences, if the
 * resource differs from the arguments; with `adopt: "overwrite"` it changes the resource instead.
 */
export type Place<Attribute extends string> =
  | ({ readonly [A in Attribute]: pulumi.Input<string> } & {
      readonly importUid?: pulumi.Input<string>;
      readonly adopt?: "overwrite";
    })
  | ({ readonly [A in Attribute]?: pulumi.Input<string> } & {
      readonly importUid: pulumi.Input<string>;
      readonly adopt?: "overwrite";
    });

/** The arguments of a resource: the API's inputs in lowerCamelCase, and where it stands. */
export type Args<P extends Plural> = Inputs<CreateBody<ClientRegistry[P]>> &
  Place<ClientRegistry[P]["parent"]["attribute"]>;

/** Names of outputs that managed resources leave out; lookups have them. */
type LeftOut<Fields> = {
  [K in keyof Fields]: Fields[K] extends { readonly kept: true }
    ? never
    : Fields[K] extends { readonly output: true } | { readonly hydratedFrom: string }
      ? K
      : never;
}[keyof Fields];

type Kept<P extends Plural> = Omit<Resource<ClientRegistry[P]>, LeftOut<ClientRegistry[P]["fields"]>>;

/**
 * The outputs of a resource: its inputs, what other resources and programs refer to, and its parent's uid. Each is there;
 * the value of one may be undefined. Lookups have everything that the API answers.
 */
export type Outputs<P extends Plural> = {
  readonly [K in keyof Kept<P> as CamelCase<K & string>]-?: pulumi.Output<Kept<P>[K]>;
} & { readonly [A in ClientRegistry[P]["parent"]["attribute"]]: pulumi.Output<string> };

/** A resource as lookups give it: all that the API answers, in lowerCamelCase. */
export type Found<P extends Plural> = {
  readonly [K in keyof Resource<ClientRegistry[P]> as CamelCase<K & string>]: Resource<ClientRegistry[P]>[K];
};
