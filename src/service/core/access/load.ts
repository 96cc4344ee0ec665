import { type Capability, capabilityFrom, type ResourceDefinition } from "../../../model";
import type { RequestContext } from "../../net/request-info";
import {
  type Database,
  identities,
  intersection,
  resources,
  type Scopes,
  type StoredResource,
  topmost,
} from "../../store";
import { Access } from "./access";
import { type Credential, requireCurrent } from "./credential";
import type { Narrowing } from "./narrowing";

/** The caller of a request, as described by its token. */
export interface Caller extends Credential, RequestContext {
  /** The token's `jti`. */
  readonly tokenId?: string;
  /** What the token is narrowed to. */
  readonly narrowing?: Narrowing;
}

/**
 * Loads the caller's access; for writes, in their transaction. Throws UNAUTHENTICATED if the identity was deleted or
 * disabled, the token was revoked, or the person logged out.
 */
export async function loadAccess(db: Database, caller: Caller): Promise<Access> {
  const { identityUid, narrowing = {} } = caller;
  await requireCurrent(identities.identityReader(db), caller);
  const bindings = await resources.findBy(db, "RoleBinding", "identity", [identityUid]);
  const roles = await resources.getMany(
    db,
    "Role",
    bindings.map(({ fields }) => String(fields.roleUid)),
  );
  // One set per role, however often it is bound.
  const byRole = new Map(
    [...roles].map(([uid, { fields }]) => [uid, capabilitiesWithin(narrowing, fields.capabilities)]),
  );
  const groups = narrowing.groups && topmost(narrowing.groups);
  const grants = bindings.flatMap((binding) => {
    const capabilities = byRole.get(String(binding.fields.roleUid)) ?? new Set();
    return groupsWithin(groups, groupOf(binding)).map((group) => ({ group, capabilities }));
  });
  return new Access(identityUid, grants, isNarrowed(narrowing));
}

const isNarrowed = ({ capabilities, groups }: Narrowing): boolean => Boolean(capabilities ?? groups);

/** Returns the parts of a group that a token is narrowed to. */
const groupsWithin = (groups: Scopes | undefined, group: string): string[] =>
  groups ? intersection(topmost([group]), groups).list.map(({ uid }) => uid) : [group];

const capabilitiesWithin = ({ capabilities }: Narrowing, stored: unknown): ReadonlySet<Capability> =>
  new Set(capabilitiesOf(stored).filter((each) => capabilities?.includes(each) ?? true));

/** Returns the group of a resource. Throws for root groups and built-in roles, which have none. */
export function groupOf({ uid, parent }: Pick<StoredResource, "uid" | "parent">): string {
  if (parent === null) throw new Error(`${uid} has no parent`);
  return parent;
}

/** Returns whether a new resource of the type can grant permissions. */
export const isGrant = ({ name }: ResourceDefinition): boolean => name === "RoleBinding";

/** Returns the capabilities of a stored role, which contains them in wire format. */
export const capabilitiesOf = (stored: unknown): Capability[] =>
  ((stored ?? []) as readonly string[]).flatMap((name) => capabilityFrom(name) ?? []);
