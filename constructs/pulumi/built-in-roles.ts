import type * as pulumi from "@pulumi/pulumi";
import { type BuiltInRoleName, builtInRoles, type Uid } from "../../src/model";
import type { BuiltInRoleUids } from "./generated/built-in-roles";
import { getRoleOutput } from "./generated/lookups";
import { isMocked } from "./mocks";
import { rolePropertyName } from "./property-names";
import { providerFor } from "./provider-resource";
import { recordUid } from "./uids";

type RoleUid = pulumi.Output<Uid<"Role">>;

/** The static members of the class `Role`. */
export interface BuiltInRoles extends BuiltInRoleUids {
  /** Returns the uid of a built-in role at the provider of the options, looked up by name once per run. */
  builtIn(name: BuiltInRoleName, options?: pulumi.InvokeOptions): RoleUid;
}

/** The uids by the name of the role, for each provider; the default provider has an object of its own. */
const known = new WeakMap<object, Map<string, RoleUid>>();
const defaultProvider = {};

function builtIn(name: BuiltInRoleName, options: pulumi.InvokeOptions = {}): RoleUid {
  const provider = providerFor("Role.builtIn", options) ?? defaultProvider;
  const uids = known.get(provider) ?? new Map<string, RoleUid>();
  known.set(provider, uids);
  // The mocks of one test must not answer another one.
  const found = (isMocked() ? undefined : uids.get(name)) ?? getRoleOutput({ name }, options).apply(({ uid }) => uid);
  recordUid("Role", found);
  uids.set(name, found);
  return found;
}

/** Adds the built-in roles to the class; each uid is looked up on first access. */
export function withBuiltIns<C extends object>(role: C): C & BuiltInRoles {
  for (const { name } of builtInRoles) {
    Object.defineProperty(role, rolePropertyName(name), { enumerable: true, get: () => builtIn(name) });
  }
  return Object.assign(role, { builtIn }) as C & BuiltInRoles;
}
