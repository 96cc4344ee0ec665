import { failedPrecondition, isRoot } from "../../../api";
import { builtInRole } from "../../../model";
import { type Database, lists, resources, type StoredResource } from "../../store";

const owner = builtInRole("owner").uid;

/** Owners that are read at a time. */
const PAGE = 200;

/**
 * Refuses to let bindings go if an organization would be left without an owner who can get a token: nobody could then
 * give anyone access again. A subgroup may do without, since the owners of the organization own it too.
 */
export async function keepAnOwner(tx: Database, leaving: readonly StoredResource[], now: string): Promise<void> {
  const root = await ownedByNobodyElse(tx, leaving, now);
  if (root) throw failedPrecondition("LAST_OWNER", "this would leave the organization without an owner", root);
}

/** Whether an identity gets tokens, and is the only owner of an organization who does. */
export async function isLastOwner(db: Database, identity: StoredResource, now: string): Promise<boolean> {
  if (!getsTokens(identity, now)) return false;
  const bindings = await resources.having(db, "RoleBinding", "identity", [identity.uid]);
  return (await ownedByNobodyElse(db, bindings, now)) !== undefined;
}

/** The organization that would have no owner who gets tokens without these bindings. */
async function ownedByNobodyElse(
  db: Database,
  bindings: readonly StoredResource[],
  now: string,
): Promise<string | undefined> {
  const owning = bindings.filter(({ parent, fields }) => parent !== null && isRoot(parent) && fields.roleUid === owner);
  const going = new Set(owning.map(({ uid }) => uid));
  for (const root of new Set(owning.map(({ parent }) => parent!)))
    if (!(await isOwned(db, root, going, now))) return root;
  return undefined;
}

/** Refuses a change after which an identity gets no tokens any more, if it is an organization's last owner. */
export async function keepOwning(
  tx: Database,
  before: StoredResource,
  after: StoredResource,
  now: string,
): Promise<void> {
  if (!getsTokens(before, now) || getsTokens(after, now)) return;
  await keepAnOwner(tx, await resources.having(tx, "RoleBinding", "identity", [before.uid]), now);
}

/** Whether an organization has an owner who gets tokens, beside the bindings that go. */
async function isOwned(tx: Database, root: string, going: ReadonlySet<string>, now: string): Promise<boolean> {
  const selection: lists.Selection = {
    type: "RoleBinding",
    scopes: [{ uid: root, self: false, below: "children" }],
    terms: [["role", [owner]]],
  };
  const part = { order: { key: "uid", descending: false }, skip: 0, limit: PAGE } as const;
  for (let after: readonly [string, string] | undefined; ; ) {
    const page = await lists.page(tx, selection, { ...part, after });
    const staying = page.filter(({ uid }) => !going.has(uid)).map(({ fields }) => String(fields.identityUid));
    const identities = await resources.getMany(tx, "Identity", staying);
    if ([...identities.values()].some((identity) => getsTokens(identity, now))) return true;
    const last = page.at(-1);
    if (page.length < PAGE || !last) return false;
    after = [last.uid, last.uid];
  }
}

/**
 * Whether a token could be exchanged for one of an identity, as far as the identity itself tells: a disabled one gets
 * none, and those of other kinds are records alone. Whether an issuer answers is asked when its identity is updated.
 */
function getsTokens({ fields: { claimMatch, staticKeys, disabled } }: StoredResource, now: string): boolean {
  if (disabled === true) return false;
  if (staticKeys !== undefined) return verifiesTokens(staticKeys as StaticKeys, now);
  const { issuer } = (claimMatch ?? {}) as { readonly issuer?: string };
  return claimMatch !== undefined && (issuer === undefined || URL.canParse(issuer));
}

interface StaticKeys {
  readonly issuerKeys: string;
  readonly expirationTime?: string;
}

/** Whether static keys have not expired, and one of them has all that a public key for signatures consists of. */
function verifiesTokens({ issuerKeys, expirationTime }: StaticKeys, now: string): boolean {
  if (expirationTime !== undefined && expirationTime <= now) return false;
  return hasSignatureKey((JSON.parse(issuerKeys) as { readonly keys: readonly Key[] }).keys);
}

type Key = Readonly<Record<string, unknown>>;

/** Whether one of the keys has all that a public key for signatures consists of. */
export const hasSignatureKey = (keys: readonly Key[]): boolean =>
  keys.some(({ kty, use = "sig", ...members }) => {
    const parts = publicParts[String(kty)];
    return use === "sig" && parts !== undefined && parts.every((name) => typeof members[name] === "string");
  });

/** What a public key consists of, by its type (RFC 7518 and 8037). */
const publicParts: Readonly<Record<string, readonly string[]>> = {
  EC: ["crv", "x", "y"],
  OKP: ["crv", "x"],
  RSA: ["n", "e"],
};
