import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../src/model";

/** Arguments of a preset's identity, in addition to those that select the pipeline. */
export interface PresetArgs {
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The name; the resource's name in the program by default. */
  readonly name?: pulumi.Input<string>;
  /** A description. */
  readonly description?: pulumi.Input<string | undefined>;
}
