import { capabilitySet, type Grant, Grants, isExpired, noCapabilities } from "../../../access";
import { type Capability, findCapability, type ResourceDefinition } from "../../../model";
import type { RequestContext } from "../../net/request-info";
import { type Database, identities, resources, type StoredResource, searchIndex } from "../../store";
import { Access } from "./access";
import { type Credential, requireCurrent } from "./credential";
import type { Restrictions } from "./restrictions";

/** The caller of a request, as described by its token. */
export interface Caller extends Credential, RequestContext {
  /** The token's `jti`. */
  readonly tokenId?: string;
  /** What the token is restricted to. */
  readonly restrictions?: Restrictions;
}

/**
 * Loads the caller's access; for writes, in their transaction. Throws UNAUTHENTICATED if the identity was deleted or
 * disabled, the token was revoked, or the person logged out.
 */
export async function loadAccess(db: Database, caller: Caller, now: string): Promise<Access> {
  const { identityUid, restrictions = {} } = caller;
  await requireCurrent(identities.identityReader(db), caller);
  const bindings = await activeBindings(db, [identityUid], now);
  const grants = (await grantsIn(db, bindings)).get(identityUid) ?? new Grants();
  const expirationTime = earliestExpiry(bindings);
  if (!isRestricted(restrictions)) return new Access(identityUid, grants, { expirationTime });
  const capabilities = restrictions.capabilities && capabilitySet(restrictions.capabilities);
  return new Access(identityUid, grants.restrictedTo(capabilities, restrictions.groups), {
    isRestricted: true,
    expirationTime,
  });
}

/** Loads what identities are granted at `now` (RFC 3339), whether they can get tokens or not, by identity. */
export const loadGrants = async (
  db: Database,
  identityUids: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, Grants>> => grantsIn(db, await activeBindings(db, identityUids, now));

/** Like `loadGrants`, but loads only what is granted in these groups. */
export async function loadGrantsIn(
  db: Database,
  groups: readonly string[],
  identityUids: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, Grants>> {
  const found = await searchIndex.findByBoth(db, "RoleBinding", ["identity", identityUids], ["group", groups]);
  return grantsIn(db, await activeAmong(db, found, now));
}

/** Returns those of the found role bindings that have not expired at `now` (RFC 3339). */
export async function activeAmong(
  db: Database,
  found: readonly searchIndex.FoundValue[],
  now: string,
): Promise<StoredResource[]> {
  const bindings = await resources.getMany(
    db,
    "RoleBinding",
    found.map(({ uid }) => uid),
  );
  return [...bindings.values()].filter((binding) => !hasExpired(binding, now));
}

/** Returns what role bindings grant, by identity. */
export async function grantsIn(
  db: Database,
  bindings: readonly StoredResource[],
): Promise<ReadonlyMap<string, Grants>> {
  const roles = await resources.getMany(
    db,
    "Role",
    bindings.map(({ fields }) => String(fields.roleUid)),
  );
  const byRole = new Map(
    [...roles].map(([uid, { fields }]) => [uid, capabilitySet(capabilitiesOf(fields.capabilities))]),
  );
  const granted = new Map<string, Grant[]>();
  for (const binding of bindings) {
    const identity = String(binding.fields.identityUid);
    const capabilities = byRole.get(String(binding.fields.roleUid)) ?? noCapabilities;
    const own = granted.get(identity) ?? [];
    own.push({ group: groupOf(binding), capabilities });
    granted.set(identity, own);
  }
  return new Map([...granted].map(([uid, grants]) => [uid, new Grants(grants)]));
}

/** Returns the role bindings of identities that have not expired at `now` (RFC 3339). */
export async function activeBindings(
  db: Database,
  identityUids: readonly string[],
  now: string,
): Promise<StoredResource[]> {
  const bindings = await resources.findBy(db, "RoleBinding", "identity", identityUids);
  return bindings.filter((binding) => !hasExpired(binding, now));
}

/** Returns whether a role binding has expired at `now` (RFC 3339). */
export const hasExpired = ({ fields }: Pick<StoredResource, "fields">, now: string): boolean =>
  isExpired(fields.expirationTime, now);

/** Returns when the first of the role bindings expires; undefined if all are permanent. */
export const earliestExpiry = (bindings: readonly StoredResource[]): string | undefined =>
  bindings.flatMap(({ fields: { expirationTime } }) => (expirationTime ? [String(expirationTime)] : [])).sort()[0];

const isRestricted = ({ capabilities, groups }: Restrictions): boolean => Boolean(capabilities ?? groups);

/** Returns the group of a resource. Throws for root groups and built-in roles, which have none. */
export function groupOf({ uid, parent }: Pick<StoredResource, "uid" | "parent">): string {
  if (parent === null) throw new Error(`${uid} has no parent`);
  return parent;
}

/** Returns whether a new resource of the type can grant permissions. */
export const isGrant = ({ name }: ResourceDefinition): boolean => name === "RoleBinding";

/** Returns the capabilities of a stored role, which contains them in wire format. */
export const capabilitiesOf = (stored: unknown): Capability[] =>
  (Array.isArray(stored) ? stored : []).flatMap((name) => findCapability(String(name)) ?? []);
