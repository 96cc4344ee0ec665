import { invalidArgument, PlatformError, rootOf } from "../../../api";
import { registry } from "../../../model";
import type { Credential } from "../../core/access";
import { capabilitiesOf, loadAccess } from "../../core/access";
import { remove } from "../../core/operations/records";
import { inviteOf } from "../../core/rules/group-invite";
import { type Database, identities, resources, type Store, type StoredResource, searchIndex } from "../../store";
import type { Person } from "../tokens";
import { bind } from "./bindings";
import { enabled, newIdentity } from "./people";

/** What redeeming an invite led to. */
export interface Joined {
  readonly identityUid: string;
  readonly groupUid: string;
  readonly roleUid: string;
}

type Joining = Person & { readonly identityUid?: string };

/**
 * Lets a person join a group by an invite's code. An identity of theirs in the organization is granted the role, and made
 * where there is none. An invite for single use is gone with that. Throws INVALID_ARGUMENT for a code that is not good,
 * PERMISSION_DENIED for an invite of someone else.
 */
export async function join(store: Store, code: string, proved: Joining, now: string): Promise<Joined> {
  // Checked first: a request that is refused must not wait for the organization's write lock.
  const checked = await check(store.db, code, proved, now);
  return store.transaction(
    async (tx) => {
      const { invite, identityUid: known } = await check(tx, code, proved, now);
      const groupUid = invite.parent!;
      const roleUid = String(invite.fields.roleUid);
      const identityUid =
        known ?? (await newIdentity(tx, groupUid, anyIssuers(proved), { description: "Joined by an invite." }, now));
      if (!(await isBound(tx, groupUid, identityUid, roleUid))) await bind(tx, groupUid, { identityUid, roleUid }, now);
      if (invite.fields.singleUse === true) await remove({ tx, now, by: { identityUid } }, invite);
      return { identityUid, groupUid, roleUid };
    },
    { root: rootOf(checked.invite.uid) },
  );
}

/** The invite, if the person may redeem it, and the identity that they have in its organization. */
async function check(db: Database, code: string, proved: Joining, now: string) {
  const invite = await goodInvite(db, code, now);
  const root = rootOf(invite.uid);
  requireAddress(invite, isOf(root, proved) ? proved.email : undefined);
  await requireCreator(db, invite);
  return { invite, identityUid: await identityIn(db, root, anyIssuers(proved)) };
}

/** Any issuer can claim any address. */
const anyIssuers = ({ email: _email, ...person }: Joining): Joining => person;

/**
 * Refuses an invite that its creator could not make now: it is worth no more than they have. Throws PERMISSION_DENIED.
 */
async function requireCreator(db: Database, { parent, fields }: StoredResource): Promise<void> {
  const { creator, roleUid } = fields as { readonly creator?: Creator; readonly roleUid: string };
  if (!creator) throw refused("it was created before the service recorded who creates invites");
  const { uid: identityUid, ...credential } = creator;
  const access = await loadAccess(db, { identityUid, ...credential }).catch((error) => {
    if (error instanceof PlatformError && error.code === "UNAUTHENTICATED")
      throw refused(
        "its creator was deleted or disabled, the creator's tokens were revoked, or the creator's identity provider was changed or deleted since",
      );
    throw error;
  });
  const role = await resources.get(db, "Role", roleUid);
  const needs = [...registry.groupInvites.capabilities.create, ...capabilitiesOf(role?.fields.capabilities)];
  const missing = access.missing(needs, parent!);
  if (missing) throw refused(`its creator no longer has ${missing} in the group`);
}

interface Creator extends Pick<Credential, "provider" | "actors"> {
  readonly uid: string;
  /** The token generation of the identity, as it created the invite. */
  readonly generation: number;
}

const refused = (reason: string): PlatformError =>
  new PlatformError(
    "PERMISSION_DENIED",
    `Permission denied: the invite cannot be redeemed: ${reason}; ask for a new one`,
  );

/** Whether a person has an identity in the organization already, by which they are known. */
const isOf = (root: string, { identityUid }: Joining): boolean =>
  identityUid !== undefined && rootOf(identityUid) === root;

/** Refuses an invite for an e-mail address to everyone but whom the organization's own identity provider knows by it. */
function requireAddress({ fields }: StoredResource, known: string | undefined): void {
  const email = String(fields.email ?? "");
  if (email && email.toLowerCase() !== known?.toLowerCase())
    throw new PlatformError(
      "PERMISSION_DENIED",
      "Permission denied: the invite is for an e-mail address; log in to the organization with it first",
    );
}

/** The invite that a code redeems. Throws INVALID_ARGUMENT. */
export async function goodInvite(db: Database, code: string, now: string): Promise<StoredResource> {
  const invite = await inviteOf(db, code, now);
  if (!invite)
    throw invalidArgument({ path: ["code"], problem: "is not an invite's, or the invite was used or has expired" });
  return invite;
}

/** The person's own identity in the organization: the one that bears the token, or the one that such tokens assume. */
async function identityIn(db: Database, root: string, person: Joining): Promise<string | undefined> {
  const { identityUid, issuer, subject } = person;
  if (isOf(root, person)) return identityUid;
  const uids = await searchIndex.find(db, "Identity", identities.CLAIM_FIELD, [
    identities.claimTerm({ issuer, subject }),
  ]);
  const matching = await resources.getMany(
    db,
    "Identity",
    uids.filter((uid) => rootOf(uid) === root),
  );
  const found = [...matching.values()].find(({ fields }) => isPlain(fields.claimMatch));
  return found && enabled({ ...found.fields, uid: found.uid }).identityUid;
}

/** Whether nothing but issuer and subject is asked for, so that it is the person's whatever else their token says. */
const isPlain = (claimMatch: unknown): boolean =>
  Object.keys((claimMatch ?? {}) as object).every((name) => name === "issuer" || name === "subject");

async function isBound(tx: Database, group: string, identityUid: string, roleUid: string): Promise<boolean> {
  const bindings = await resources.having(tx, "RoleBinding", "identity", [identityUid]);
  return bindings.some(({ parent, fields }) => parent === group && fields.roleUid === roleUid);
}
