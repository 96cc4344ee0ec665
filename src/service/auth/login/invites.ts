import { invalidArgument, PlatformError, rootOf } from "../../../api";
import { objectOrEmpty, registry } from "../../../model";
import type { Credential } from "../../core/access";
import { capabilitiesOf, groupOf, loadAccess } from "../../core/access";
import { remove } from "../../core/operations/resource-writes";
import { validInvite } from "../../core/rules/group-invite";
import { type Database, identities, resources, type Store, type StoredResource, searchIndex } from "../../store";
import type { Person } from "../tokens";
import { grantRole } from "./bindings";
import { credentialOf, newIdentity } from "./people";

/** The result of redeeming an invite. */
export interface RedeemedInvite {
  readonly identityUid: string;
  readonly groupUid: string;
  readonly roleUid: string;
}

type InvitedPerson = Person & { readonly identityUid?: string };

/**
 * Lets a person join a group with an invite's code: grants the role to the person's identity in the organization, which
 * is created if necessary. A single-use invite is deleted. Throws INVALID_ARGUMENT for an invalid code,
 * PERMISSION_DENIED for an invite of another person.
 */
export async function redeemInvite(
  store: Store,
  code: string,
  person: InvitedPerson,
  now: string,
): Promise<RedeemedInvite> {
  // Checked first, so that a rejected request does not wait for the organization's write lock.
  const checked = await check(store.db, code, person, now);
  return store.transaction(
    async (tx) => {
      const { invite, identityUid: known } = await check(tx, code, person, now);
      const groupUid = groupOf(invite);
      const roleUid = String(invite.fields.roleUid);
      const identityUid =
        known ?? (await newIdentity(tx, groupUid, withoutEmail(person), { description: "Joined by an invite." }, now));
      await grantRole(tx, groupUid, { identityUid, roleUid }, now);
      if (invite.fields.singleUse === true) await remove({ tx, now, by: { identityUid } }, invite);
      return { identityUid, groupUid, roleUid };
    },
    { root: rootOf(checked.invite.uid) },
  );
}

/** Returns the invite if the person may redeem it, with the person's identity in its organization. */
async function check(db: Database, code: string, person: InvitedPerson, now: string) {
  const invite = await requireInvite(db, code, now);
  const root = rootOf(invite.uid);
  requireEmail(invite, belongsTo(root, person) ? person.email : undefined);
  await requireCreator(db, invite, now);
  return { invite, identityUid: await identityIn(db, root, withoutEmail(person)) };
}

/** Removes the e-mail address, because any issuer can claim any address. */
const withoutEmail = ({ email: _email, ...person }: InvitedPerson): InvitedPerson => person;

/**
 * Throws PERMISSION_DENIED if the invite's creator could not create it now: an invite is limited by its creator's
 * permissions.
 */
async function requireCreator(db: Database, invite: StoredResource, now: string): Promise<void> {
  // Written with the invite, whose required fields are set.
  const { creator, roleUid } = invite.fields as { readonly creator?: Creator; readonly roleUid: string };
  if (!creator) throw inviteDenied("its creator is unknown because an earlier version of the service created it");
  const { uid: identityUid, ...credential } = creator;
  const access = await loadAccess(db, { identityUid, ...credential }, now).catch((error) => {
    if (error instanceof PlatformError && error.code === "UNAUTHENTICATED")
      throw inviteDenied(
        "its creator was deleted or disabled, the creator's tokens were revoked, or the creator's identity provider was changed or deleted",
      );
    throw error;
  });
  const role = await resources.get(db, "Role", roleUid);
  const needs = [...registry.groupInvites.capabilities.create, ...capabilitiesOf(role?.fields.capabilities)];
  const missing = access.missing(needs, groupOf(invite));
  if (missing) throw inviteDenied(`its creator no longer has ${missing} in the group`);
}

interface Creator extends Pick<Credential, "provider" | "actors"> {
  readonly uid: string;
  /** The identity's token generation when it created the invite. */
  readonly generation: number;
}

const inviteDenied = (reason: string): PlatformError =>
  new PlatformError(
    "PERMISSION_DENIED",
    `Permission denied: the invite cannot be redeemed: ${reason}; ask for a new one`,
  );

/** Returns whether the person's identity belongs to the organization. */
const belongsTo = (root: string, { identityUid }: InvitedPerson): boolean =>
  identityUid !== undefined && rootOf(identityUid) === root;

/**
 * Throws PERMISSION_DENIED for an invite to an e-mail address, unless the organization's own identity provider verified
 * that the person has it.
 */
function requireEmail({ fields }: StoredResource, known: string | undefined): void {
  const email = String(fields.email ?? "");
  if (email && email.toLowerCase() !== known?.toLowerCase())
    throw new PlatformError(
      "PERMISSION_DENIED",
      "Permission denied: the invite is for another e-mail address; first log in to the organization with the invited address",
    );
}

/** Returns the invite that a code redeems. Throws INVALID_ARGUMENT. */
export async function requireInvite(db: Database, code: string, now: string): Promise<StoredResource> {
  const invite = await validInvite(db, code, now);
  if (!invite) throw invalidArgument({ path: ["code"], problem: "is unknown, already used or expired" });
  return invite;
}

/** Returns the person's identity in the organization: the token's own, or the one that such tokens may assume. */
async function identityIn(db: Database, root: string, person: InvitedPerson): Promise<string | undefined> {
  const { identityUid, issuer, subject } = person;
  if (belongsTo(root, person)) return identityUid;
  const uids = await searchIndex.find(db, "Identity", identities.CLAIM_FIELD, [
    identities.claimIndexValue({ issuer, subject }),
  ]);
  const matching = await resources.getMany(
    db,
    "Identity",
    uids.filter((uid) => rootOf(uid) === root),
  );
  const found = [...matching.values()].find(({ fields }) => isPlain(fields.claimMatch));
  return found && credentialOf({ ...found.fields, uid: found.uid }).identityUid;
}

/** Returns whether only issuer and subject are required, so that any token of this person may assume the identity. */
const isPlain = (claimMatch: unknown): boolean =>
  Object.keys(objectOrEmpty(claimMatch)).every((name) => name === "issuer" || name === "subject");
