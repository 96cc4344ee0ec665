// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";

/** The uids of built-in roles. Each is looked up by name once per run. */
export interface BuiltInRoleUids {
  /** The uid of the role owner. Built-in role: all capabilities. */
  readonly owner: pulumi.Output<Uid<"Role">>;
  /** The uid of the role editor. Built-in role: read access to everything, write access to repos and tags. */
  readonly editor: pulumi.Output<Uid<"Role">>;
  /** The uid of the role viewer. Built-in role: read access to everything. */
  readonly viewer: pulumi.Output<Uid<"Role">>;
  /** The uid of the role registry.pull. Built-in role: pull access to the registry. */
  readonly registryPull: pulumi.Output<Uid<"Role">>;
  /** The uid of the role registry.push. Built-in role: pull and push access to the registry. */
  readonly registryPush: pulumi.Output<Uid<"Role">>;
}
