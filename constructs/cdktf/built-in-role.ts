import { TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import type { BuiltInRoleName } from "../../src/model";
import { requireScope } from "./arguments";
import * as bindings from "./bindings";
import { kind } from "./kind";
import type { LookupOptions } from "./lookup";
import { checkNames, optionsOf } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import type { IRole } from "./role";

/** A role that every deployment has, each with a uid of its own: it is found by its name. */
export class BuiltInRole implements IRole {
  constructor(readonly name: BuiltInRoleName) {}

  get [kind](): "role" {
    return "role";
  }

  /** The uid, from a data source that all of the stack's uses of the role with that provider share. */
  uidIn(scope: Construct, options: LookupOptions = {}): string {
    requireScope(`Role ${this.name}`, scope);
    checkNames(scope.node.path, optionsOf("uidIn"), ["provider"], options);
    const { provider } = options;
    requirePlatformProvider(scope.node.path, provider);
    const stack = TerraformStack.of(scope);
    const id = ["built-in-role", this.name.replace(".", "-"), provider?.alias].filter(Boolean).join("-");
    const present = stack.node.tryFindChild(id) as bindings.dataPlatformRole.DataPlatformRole | undefined;
    if (present) return present.uid;
    const { name } = this;
    const found = new bindings.dataPlatformRole.DataPlatformRole(stack, id, { name, provider });
    nameOf.set(found, name);
    return found.uid;
  }
}

const nameOf = new WeakMap<IConstruct, BuiltInRoleName>();

/** The name of the built-in role that a data source of a stack finds; undefined where its address is another's. */
export function builtInRoleOf(stack: TerraformStack, address: string): BuiltInRoleName | undefined {
  const found = stack.node.children.find(
    (each) => nameOf.has(each) && address === `data.platform_role.${stack.getLogicalId(each.node)}`,
  );
  return found && nameOf.get(found);
}
