import { MAX_PAGE_SIZE } from "../../api";
import type { PlatformClient } from "../../client";
import type { CallOptions } from "../../client/collection";
import {
  configuredExpiry,
  type Fields,
  groupAccess,
  hasPassed,
  isInput,
  type JsonObject,
  type Registry,
  type Resource,
  type ResourceDefinition,
  registry,
} from "../../model";

/** What the role bindings of a group are, and how they differ from what they should be. */

export type Binding = Resource<Registry["roleBindings"]>;

/** The body of a role binding; in a plan, members may be unknown. */
export type Grant = JsonObject;

const roleBindings: ResourceDefinition = registry.roleBindings;
const { members: grantFields = {} } = groupAccess.fields.grants.element as { readonly members?: Fields };
const keys: readonly string[] = groupAccess.fields.grants.keyedBy ?? [];

/** Returns all role bindings directly in a group, 200 per request. Throws PlatformError. */
export async function bindingsIn(client: PlatformClient, group: string, options?: CallOptions): Promise<Binding[]> {
  const query = { childrenOf: group, orderBy: "uid", pageSize: MAX_PAGE_SIZE };
  const bindings: Binding[] = [];
  for await (const binding of client.roleBindings.list(query, options)) bindings.push(binding);
  return bindings;
}

/** Returns a binding as a grant, without unset values. */
const grantOf = (binding: Binding): Grant => {
  const values: JsonObject = binding;
  return Object.fromEntries(
    Object.keys(grantFields)
      .filter((name) => (values[name] ?? null) !== null)
      .map((name) => [name, values[name]]),
  );
};

export interface Difference {
  /** The grants without a binding. */
  readonly missing: readonly Grant[];
  /** The bindings without a grant. */
  readonly strangers: readonly Binding[];
  /** Those strangers that an unknown grant may turn out to be. */
  readonly uncertain: readonly Binding[];
  /** The bindings that have a grant with other values. */
  readonly changed: readonly { readonly binding: Binding; readonly grant: Grant; readonly names: readonly string[] }[];
}

/** Compares the bindings of a group with its grants. `isUnknown` recognizes values that only the apply knows. */
export function compare(
  bindings: readonly Binding[],
  grants: readonly Grant[],
  isUnknown: (value: unknown) => boolean = () => false,
): Difference {
  const isKnown = (grant: Grant) => !keys.some((name) => isUnknown(grant[name]));
  const known = new Map(grants.filter(isKnown).map((grant) => [keyOf(grant), grant]));
  const unknowns = grants.filter((grant) => !isKnown(grant));
  const present = new Set(bindings.map(keyOf));
  const isMissing = (grant: Grant) => !present.has(keyOf(grant)) && !isExpired(grant);
  const strangers = bindings.filter((binding) => !known.has(keyOf(binding)));
  const changed = bindings.flatMap((binding) => {
    const grant = known.get(keyOf(binding));
    const names = grant ? differences(binding, grant, isUnknown) : [];
    return grant && names.length > 0 ? [{ binding, grant, names }] : [];
  });
  return {
    missing: [...[...known.values()].filter(isMissing), ...unknowns],
    strangers,
    uncertain: strangers.filter((binding) => unknowns.some((grant) => couldBe(grant, binding, isUnknown))),
    changed,
  };
}

/** Expired grants are not created again after the service has deleted their bindings. */
const isExpired = (grant: Grant): boolean => hasPassed(grant[configuredExpiry(registry.roleBindings) ?? ""]);

/** Returns the bindings as grants, with those grants of the state that have expired and were deleted. */
export function currentGrants(bindings: readonly Binding[], state: readonly Grant[]): Grant[] {
  const present = new Set(bindings.map(keyOf));
  return [...bindings.map(grantOf), ...state.filter((grant) => isExpired(grant) && !present.has(keyOf(grant)))];
}

/** Returns a text that is equal for a grant and the binding that is the same grant. */
export const keyOf = (grant: JsonObject): string => keys.map((name) => String(grant[name])).join(" ");

const couldBe = (grant: Grant, binding: JsonObject, isUnknown: (value: unknown) => boolean): boolean =>
  keys.every((name) => isUnknown(grant[name]) || grant[name] === binding[name]);

function differences(binding: JsonObject, grant: Grant, isUnknown: (value: unknown) => boolean): string[] {
  const isSame = (name: string) =>
    !isUnknown(grant[name]) &&
    JSON.stringify(grantFields[name]!.normalize(grant[name])) ===
      JSON.stringify(grantFields[name]!.normalize(binding[name]));
  return Object.keys(grantFields).filter((name) => isInput(grantFields[name]!) && !isSame(name));
}

/** Describes a binding by the names of its role and identity, and its uid. */
export const describe = ({ uid, identity, identityUid, role, roleUid }: Binding): string =>
  `${role?.name || roleUid} for ${identity?.name || identityUid} (${uid})`;

/** Returns a removed binding as the resource records it. */
export const removedBinding = ({ uid, identity, identityUid, role, roleUid }: Binding): JsonObject => ({
  uid,
  identityUid,
  identityName: identity?.name ?? "",
  roleUid,
  roleName: role?.name ?? "",
});

/** The definition of the bindings. */
export { roleBindings };
