import { failedPrecondition, isRoot } from "../../../api";
import { builtInRole, type JsonObject, objectOrEmpty, type PublicKey, publicKeyProblem } from "../../../model";
import { type Database, lists, resources, Scopes, type StoredResource } from "../../store";
import { groupOf, hasExpired } from "../access";

const owner = builtInRole("owner").uid;

/** The number of owners read per statement. */
const PAGE = 200;

/**
 * Throws FAILED_PRECONDITION if removing bindings would leave an organization without an owner who can get tokens,
 * because nobody could restore access. A subgroup needs no owner, since the organization's owners also own it.
 */
export async function requireOwner(db: Database, removed: readonly StoredResource[], now: string): Promise<void> {
  const root = await onlyOwnedBy(db, removed, now);
  if (root)
    throw failedPrecondition(
      "LAST_OWNER",
      "this would leave the organization without an owner whose access does not expire; bind another owner first",
      root,
    );
}

/** Returns whether an identity is the only owner of an organization who can get tokens. */
export async function isLastOwner(db: Database, identity: StoredResource, now: string): Promise<boolean> {
  if (!canGetTokens(identity, now)) return false;
  const bindings = await resources.findBy(db, "RoleBinding", "identity", [identity.uid]);
  return (await onlyOwnedBy(db, bindings, now)) !== undefined;
}

/**
 * Returns the organization that would have no permanent owner who can get tokens without these bindings. An owner whose
 * binding expires does not count as one, because time alone would leave the organization without an owner.
 */
async function onlyOwnedBy(
  db: Database,
  bindings: readonly StoredResource[],
  now: string,
): Promise<string | undefined> {
  const owning = bindings.filter((binding) => isOwner(binding) && !hasExpired(binding, now));
  const removed = new Set(owning.map(({ uid }) => uid));
  for (const root of new Set(owning.map(groupOf))) if (!(await isOwned(db, root, removed, now))) return root;
  return undefined;
}

/** Returns whether a role binding makes its identity an owner of an organization. */
export const isOwner = (binding: StoredResource): boolean =>
  isRoot(groupOf(binding)) && binding.fields.roleUid === owner;

/** Throws FAILED_PRECONDITION if a change prevents the last owner of an organization from getting tokens. */
export async function requireOwnerAfter(
  db: Database,
  before: StoredResource,
  after: StoredResource,
  now: string,
): Promise<void> {
  if (!canGetTokens(before, now) || canGetTokens(after, now)) return;
  await requireOwner(db, await resources.findBy(db, "RoleBinding", "identity", [before.uid]), now);
}

/** Returns whether an organization has a permanent owner who can get tokens, without the bindings in `removed`. */
async function isOwned(db: Database, root: string, removed: ReadonlySet<string>, now: string): Promise<boolean> {
  const selection: lists.Selection = {
    type: "RoleBinding",
    scopes: new Scopes([{ uid: root, self: false, below: "children" }]),
    indexEntries: [["role", [owner]]],
  };
  const part = { order: { key: "uid", descending: false }, skip: 0, limit: PAGE } as const;
  for (let after: readonly [string, string] | undefined; ; ) {
    const page = await lists.page(db, selection, { ...part, after });
    const remaining = page
      .filter(({ uid, fields }) => !removed.has(uid) && fields.expirationTime === undefined)
      .map(({ fields }) => String(fields.identityUid));
    const identities = await resources.getMany(db, "Identity", remaining);
    if ([...identities.values()].some((identity) => canGetTokens(identity, now))) return true;
    const last = page.at(-1);
    if (page.length < PAGE || !last) return false;
    after = [last.uid, last.uid];
  }
}

/**
 * Returns whether tokens can be obtained for the identity: not if it is disabled, and not if it has neither claims nor
 * keys, and so is only a record. Whether its issuer responds is checked when the identity is updated.
 */
function canGetTokens({ fields: { claimMatch, staticKeys, disabled } }: StoredResource, now: string): boolean {
  if (disabled === true) return false;
  if (staticKeys !== undefined) return hasValidKey(objectOrEmpty(staticKeys), now);
  const { issuer } = objectOrEmpty(claimMatch);
  return claimMatch !== undefined && (issuer === undefined || URL.canParse(String(issuer)));
}

/** Returns whether static keys have not expired and contain a key that verifies tokens. */
function hasValidKey({ issuerKeys, expirationTime }: JsonObject, now: string): boolean {
  if (expirationTime !== undefined && String(expirationTime) <= now) return false;
  // Validated as a JSON Web Key Set when it was stored.
  return hasSignatureKey((JSON.parse(String(issuerKeys)) as { readonly keys: readonly PublicKey[] }).keys);
}

/** Returns whether tokens can be verified with one of the keys. */
export const hasSignatureKey = (keys: readonly PublicKey[]): boolean =>
  keys.some((key) => publicKeyProblem(key) === undefined);
