import type * as pulumi from "@pulumi/pulumi";
import type { ClientRegistry, CreateBody, Plural, Resource, Uid } from "../../src/model";

/** The types of a resource's arguments and outputs, derived from its definition and selected by its plural. */

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** A value of which any part may be an output of another resource. */
export type Deep<T> = pulumi.Input<
  T extends string
    ? T
    : T extends readonly (infer E)[]
      ? readonly Deep<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Deep<T[K]> }
        : T
>;

/** The uid of a resource of a type; for some types, that of its parent. */
export type OwnUid<P extends Plural> = Uid<
  ClientRegistry[P] extends { readonly uid: "parent" } ? ClientRegistry[P]["parent"]["type"] : ClientRegistry[P]["name"]
>;

/** The uid of a resource's parent. */
export type ParentUid<P extends Plural> = Uid<ClientRegistry[P]["parent"]["type"]>;

type ParentAttribute<P extends Plural> = ClientRegistry[P]["parent"]["attribute"];

type Inputs<Body> = { readonly [K in keyof Body as CamelCase<K & string>]: Deep<Exclude<Body[K], undefined>> };

/**
 * Where a resource is: below a parent in which it is created, or at `importUid`, the uid of an existing resource to
 * adopt instead. An adoption fails with a list of the differences if the resource differs from the arguments; with
 * `adopt: "overwrite"`, it updates the resource instead.
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

/** The arguments of a resource: the API's inputs in lowerCamelCase, and its place. */
export type Args<P extends Plural> = Inputs<CreateBody<ClientRegistry[P]>> & Place<P>;

/** The names of outputs that managed resources omit and lookups have. */
type Omitted<Fields> = {
  [K in keyof Fields]: Fields[K] extends { readonly kept: true }
    ? never
    : Fields[K] extends { readonly output: true } | { readonly hydratedFrom: string }
      ? K
      : never;
}[keyof Fields];

type Included<P extends Plural> = Omit<Resource<ClientRegistry[P]>, Omitted<ClientRegistry[P]["fields"]> | "uid">;

/**
 * The outputs of a resource: its inputs, values that other resources and programs refer to, and its parent's uid. All
 * are present, although their values may be undefined. Lookups have everything that the API returns.
 */
export type Outputs<P extends Plural> = {
  readonly [K in keyof Included<P> as CamelCase<K & string>]-?: pulumi.Output<Included<P>[K]>;
} & { readonly [A in ParentAttribute<P>]: pulumi.Output<ParentUid<P>> } & { readonly uid: pulumi.Output<OwnUid<P>> };

/** A resource as lookups return it: everything that the API returns, in lowerCamelCase. */
export type Found<P extends Plural> = {
  readonly [K in keyof Resource<ClientRegistry[P]> as CamelCase<K & string>]: K extends "uid"
    ? OwnUid<P>
    : Resource<ClientRegistry[P]>[K];
};

/** Selects one resource of a type by uid, or by name and scope. */
export type Query<P extends Plural> =
  | { readonly uid: OwnUid<P> }
  | ({ readonly name: string; readonly descendantsOf?: Uid<"Group"> | undefined } & {
      readonly [A in ParentAttribute<P>]?: ParentUid<P> | undefined;
    })
  | (ClientRegistry[P] extends { readonly lookup: { readonly parameters: infer Parameters } }
      ? { readonly [K in keyof Parameters]: string }
      : never);
