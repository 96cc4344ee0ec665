import type * as pulumi from "@pulumi/pulumi";

/** A value of which any part may be an output of another resource. */
export type DeepInput<T> = pulumi.Input<
  T extends string
    ? T
    : T extends readonly (infer E)[]
      ? readonly DeepInput<E>[]
      : T extends object
        ? { readonly [K in keyof T]: DeepInput<T[K]> }
        : T
>;

/** An object of which any member, or any part of one, may be an output of a resource. */
export type WithInputs<T> = { readonly [K in keyof T]: DeepInput<T[K]> };
