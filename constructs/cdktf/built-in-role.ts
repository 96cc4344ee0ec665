import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { BuiltInRoleName } from "../../src/model";
import * as bindings from "./bindings";
import { kind } from "./kind";
import type { LookupOptions } from "./lookup";
import { requirePlatformProvider } from "./provider-of";
import type { IRole } from "./role";

/** A role that every deployment has, each with a uid of its own: it is found by its name. */
export class BuiltInRole implements IRole {
  constructor(readonly name: BuiltInRoleName) {}

  get [kind](): "role" {
    return "role";
  }

  /** The uid, from a data source that all of the stack's uses of the role with that provider share. */
  uidIn(scope: Construct, { provider }: LookupOptions = {}): string {
    requirePlatformProvider(scope.node.path, provider);
    const stack = TerraformStack.of(scope);
    const id = ["built-in-role", this.name.replace(".", "-"), provider?.alias].filter(Boolean).join("-");
    const present = stack.node.tryFindChild(id) as bindings.dataPlatformRole.DataPlatformRole | undefined;
    const { name } = this;
    return (present ?? new bindings.dataPlatformRole.DataPlatformRole(stack, id, { name, provider })).uid;
  }
}
