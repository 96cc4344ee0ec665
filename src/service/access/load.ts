import { unauthenticated } from "../../api";
import { type Capability, capabilityFrom, type ResourceDefinition } from "../../model";
import { type Database, resources } from "../store";
import { meetGroups, type Narrowing } from "../tokens";
import { Access } from "./access";

/** Who makes a request, as its token says. */
export interface Caller {
  readonly identityUid: string;
  /** The request's, as its log line and its answer name it. */
  readonly requestId?: string;
  /** What the token is narrowed to, of all that the identity may do. */
  readonly narrowing?: Narrowing;
}

/**
 * Reads what the caller may do: for a request that writes, in its transaction. An identity that is gone has no bindings,
 * since they go with it. Throws UNAUTHENTICATED if the identity is gone.
 */
export async function loadAccess(db: Database, { identityUid, narrowing = {} }: Caller): Promise<Access> {
  const bindings = await resources.having(db, "RoleBinding", "identity", [identityUid]);
  if (bindings.length === 0 && !(await resources.get(db, "Identity", identityUid)))
    throw unauthenticated("the token's identity no longer exists");
  const roles = await resources.getMany(
    db,
    "Role",
    bindings.map(({ fields }) => fields.roleUid as string),
  );
  // One set for a role, however often it is bound.
  const held = new Map([...roles].map(([uid, { fields }]) => [uid, within(narrowing, fields.capabilities)]));
  const grants = bindings.flatMap(({ parent, fields }) => {
    const capabilities = held.get(fields.roleUid as string) ?? new Set();
    const groups = narrowing.groups ? meetGroups([parent!], narrowing.groups) : [parent!];
    return groups.map((group) => ({ group, capabilities }));
  });
  return new Access(identityUid, grants);
}

const within = ({ capabilities }: Narrowing, stored: unknown): ReadonlySet<Capability> =>
  new Set(capabilitiesOf(stored).filter((each) => capabilities?.includes(each) ?? true));

/** Whether a new resource of the type gives anybody anything. */
export const isGrant = ({ name }: ResourceDefinition): boolean => name === "RoleBinding";

/** The capabilities of a stored role, which keeps them as the wire spells them. */
export const capabilitiesOf = (stored: unknown): Capability[] =>
  ((stored ?? []) as readonly string[]).flatMap((name) => capabilityFrom(name) ?? []);
