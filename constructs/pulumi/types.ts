import type * as pulumi from "@pulumi/pulumi";
import type { ClientRegistry, CreateBody, Plural, Resource, Uid } from "../../src/model";

/** The types of arguments and outputs of a type, named by its plural, derived from its definition. */

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** A value in which any part may be the output of another resource. */
export type Deep<T> = pulumi.Input<
  T extends string
    ? T
    : T extends readonly (infer E)[]
      ? readonly Deep<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Deep<T[K]> }
        : T
>;

/** The uid of a resource of a type: its own, or its parent's. */
export type OwnUid<P extends Plural> = Uid<
  ClientRegistry[P] extends { readonly uid: "parent" } ? ClientRegistry[P]["parent"]["type"] : ClientRegistry[P]["name"]
>;

/** The uid of what holds a resource of a type. */
export type ParentUid<P extends Plural> = Uid<ClientRegistry[P]["parent"]["type"]>;

type ParentAttribute<P extends Plural> = ClientRegistry[P]["parent"]["attribute"];

type Inputs<Body> = { readonly [K in keyof Body as CamelCase<K & string>]: Deep<Exclude<Body[K], undefined>> };

/**
 * Where a resource stands: below a parent, in which it is created; or where it is already, with `importUid`, the uid of
 * a resource that exists and is adopted instead of being created. An adoption fails, naming the differences, if the
 * resource differs from the arguments; with `adopt: "overwrite"` it changes the resource instead.
 */
export type Place<P extends Plural> =
  | ({ readonly [A in ParentAttribute<P>]: pulumi.Input<ParentUid<P>> } & {
      readonly importUid?: pulumi.Input<OwnUid<P>>;
      readonly adopt?: "overwrite";
    })
  | ({ readonly [A in ParentAttribute<P>]?: pulumi.Input<ParentUid<P>> } & {
      readonly importUid: pulumi.Input<OwnUid<P>>;
      readonly adopt?: "overwrite";
    });

/** The arguments of a resource: the API's inputs in lowerCamelCase, and where it stands. */
export type Args<P extends Plural> = Inputs<CreateBody<ClientRegistry[P]>> & Place<P>;

/** Names of outputs that managed resources leave out; lookups have them. */
type LeftOut<Fields> = {
  [K in keyof Fields]: Fields[K] extends { readonly kept: true }
    ? never
    : Fields[K] extends { readonly output: true } | { readonly hydratedFrom: string }
      ? K
      : never;
}[keyof Fields];

type Kept<P extends Plural> = Omit<Resource<ClientRegistry[P]>, LeftOut<ClientRegistry[P]["fields"]> | "uid">;

/**
 * The outputs of a resource: its inputs, what other resources and programs refer to, and its parent's uid. Each is there;
 * the value of one may be undefined. Lookups have everything that the API answers.
 */
export type Outputs<P extends Plural> = {
  readonly [K in keyof Kept<P> as CamelCase<K & string>]-?: pulumi.Output<Kept<P>[K]>;
} & { readonly [A in ParentAttribute<P>]: pulumi.Output<ParentUid<P>> } & { readonly uid: pulumi.Output<OwnUid<P>> };

/** A resource as lookups give it: all that the API answers, in lowerCamelCase. */
export type Found<P extends Plural> = {
  readonly [K in keyof Resource<ClientRegistry[P]> as CamelCase<K & string>]: K extends "uid"
    ? OwnUid<P>
    : Resource<ClientRegistry[P]>[K];
};

/** What finds one resource of a type by its uid, or by its name and where it is. */
export type Query<P extends Plural> =
  | { readonly uid: OwnUid<P> }
  | ({ readonly name: string; readonly descendantsOf?: Uid<"Group"> | undefined } & {
      readonly [A in ParentAttribute<P>]?: ParentUid<P> | undefined;
    })
  | (ClientRegistry[P] extends { readonly lookup: { readonly parameters: infer Parameters } }
      ? { readonly [K in keyof Parameters]: string }
      : never);
