import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../src/model";

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

/** Arguments of a preset's identity, in addition to those that select the pipeline. */
export interface PresetArgs {
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The name; the resource's name in the program by default. */
  readonly name?: pulumi.Input<string>;
  /** A description. */
  readonly description?: pulumi.Input<string | undefined>;
}
