import { unauthenticated } from "../../api";
import { type Capability, capabilityFrom } from "../../model";
import { type Database, resources, terms } from "../store";
import { Access } from "./access";

/** Who makes a request, as its token says. */
export interface Caller {
  readonly identityUid: string;
}

/**
 * Reads what the caller may do. It is read anew for every request, in its transaction where it has one, so that a
 * binding that was taken away gives nothing any more. Throws UNAUTHENTICATED if the identity is gone.
 */
export async function loadAccess(db: Database, { identityUid }: Caller): Promise<Access> {
  const bindingUids = await terms.find(db, "RoleBinding", "identity", [identityUid]);
  if (bindingUids.length === 0 && !(await resources.get(db, "Identity", identityUid)))
    throw unauthenticated("the identity of the token is gone");
  const bindings = [...(await resources.getMany(db, "RoleBinding", bindingUids)).values()];
  const roles = await resources.getMany(
    db,
    "Role",
    bindings.map(({ fields }) => fields.roleUid as string),
  );
  return new Access(
    identityUid,
    bindings.map(({ parent, fields }) => ({
      group: parent!,
      capabilities: new Set(capabilitiesOf(roles.get(fields.roleUid as string)?.fields.capabilities)),
    })),
  );
}

/** The capabilities of a stored role, which keeps them as the wire spells them. */
export const capabilitiesOf = (stored: unknown): Capability[] =>
  ((stored ?? []) as readonly string[]).flatMap((name) => capabilityFrom(name) ?? []);
