import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { type BuiltInRoleName, builtInRoles, closest } from "../../src/model";
import { requireScope } from "./arguments";
import * as bindings from "./bindings";
import { isUnknown } from "./expression";
import type { IRole, LookupOptions } from "./interfaces";
import { kind } from "./kind";
import { checkNames, optionsOf } from "./properties";
import { requirePlatformProvider } from "./provider-of";

/** A role that exists on a whole deployment, with a different uid on each: it is looked up by name. */
export class BuiltInRole implements IRole {
  constructor(readonly name: string) {}

  get [kind](): "role" {
    return "role";
  }

  /** Returns the uid from a data source that all uses of the role with the same provider share within a stack. */
  uidIn(scope: Construct, options: LookupOptions = {}): string {
    requireScope(`Role ${this.name}`, scope);
    checkNames(scope.node.path, optionsOf("uidIn"), ["provider"], options);
    const { provider } = options;
    requirePlatformProvider(scope.node.path, scope, provider);
    const stack = TerraformStack.of(scope);
    const id = ["built-in-role", this.name.replaceAll(".", "-"), provider?.alias].filter(Boolean).join("-");
    const present = stack.node.tryFindChild(id) as bindings.dataPlatformRole.DataPlatformRole | undefined;
    if (present) return present.uid;
    const { name } = this;
    const found = new bindings.dataPlatformRole.DataPlatformRole(stack, id, { name, provider });
    recordBuiltInRole(found, name);
    return found.uid;
  }
}

const roles = new Map<string, BuiltInRole>();

/** Returns the built-in role with a name. Each name has one object, so that repeated grants are recognized. */
export function builtIn(name: BuiltInRoleName | (string & {})): BuiltInRole {
  const role = roles.get(name) ?? new BuiltInRole(name);
  roles.set(name, role);
  return role;
}

/**
 * Returns the built-in role with a name that a program gives. Throws an Error if the name closely resembles a known
 * role's. Accepts other names, because a deployment can define further built-in roles.
 */
export function builtInRoleNamed(name: unknown): BuiltInRole {
  if (typeof name !== "string" || name === "" || isUnknown(name))
    throw new Error(`Role.fromName: name must be a non-empty string that is known at synthesis`);
  const names = builtInRoles.map((role) => role.name as string);
  const meant = names.includes(name) ? undefined : closest(name, names);
  if (meant !== undefined)
    throw new Error(
      `Role.fromName: ${JSON.stringify(name)} is not a built-in role; did you mean ${JSON.stringify(meant)}?`,
    );
  return builtIn(name);
}

type Lookup = bindings.dataPlatformRole.DataPlatformRole;

const lookups = new WeakMap<TerraformStack, Map<Lookup, string>>();

/** Records a data source that finds a built-in role, by its name alone. */
export function recordBuiltInRole(found: Lookup, name: string): void {
  const stack = TerraformStack.of(found);
  lookups.set(stack, (lookups.get(stack) ?? new Map()).set(found, name));
}

/** Returns the name of the built-in role that a stack's data source looks up; undefined for other addresses. */
export function builtInRoleOf(stack: TerraformStack, address: string): string | undefined {
  const found = [...(lookups.get(stack) ?? [])].find(
    ([{ node }]) => address === `data.platform_role.${stack.getLogicalId(node)}`,
  );
  return found?.[1];
}
