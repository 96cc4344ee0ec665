import { PlatformError, rootOf, sameValue } from "../../../api";
import { capabilities, type JsonObject, registry, relationshipTypes } from "../../../model";
import { identities, resources, type StoredResource, searchIndex } from "../../store";
import { capabilitiesOf, generationOf } from "../access";
import type { Checking } from "./rules";

/** Rules for changes of who may assume an identity: what they demand of the caller, and what they end. */

const { fields } = registry.identities;

/** Whether other tokens than before may assume an identity. */
const isAssumedOtherwise = (before: StoredResource, after: StoredResource): boolean =>
  Object.values(relationshipTypes).some((name) => !sameValue(fields[name], before.fields[name], after.fields[name]));

const isDisabled = ({ fields }: StoredResource): boolean => fields.disabled === true;

/** Whether the links of people to an identity end with a change: they prove themselves in a way that it had before. */
export const endsLinks = isAssumedOtherwise;

/** Whether the tokens that an identity got end with a change. */
export const endsTokens = (before: StoredResource, after: StoredResource): boolean =>
  isAssumedOtherwise(before, after) || (isDisabled(after) && !isDisabled(before));

/** The token generation of an identity, or of an identity provider, that the tokens issued so far do not have. */
export const nextGeneration = ({ fields }: StoredResource): JsonObject => ({
  tokenGeneration: generationOf(fields) + 1,
});

/** The most identities that may be assumed in turn with an identity's tokens for others than owners to change it. */
const MAX_REACHED = 10_000;
/** Identities that are looked at in one query. */
const BATCH = 100;

/**
 * Refuses a change of who may assume an identity to callers who lack any capability, at the group where it is granted,
 * of the identity or of those that its tokens may assume in turn: they could act as each of them. Throws
 * PERMISSION_DENIED.
 */
export async function checkCeiling(
  checking: Pick<Checking, "db" | "access" | "authUrl">,
  before: StoredResource,
  after: StoredResource,
) {
  const isEnabled = isDisabled(before) && !isDisabled(after);
  if (!isEnabled && !isAssumedOtherwise(before, after)) return;
  refuseNarrowed(checking.access, "who may assume an identity");
  await requireAllOf(checking, [before.uid]);
}

/** Throws PERMISSION_DENIED for narrowed tokens; `what` names what they cannot change. */
export function refuseNarrowed(access: Checking["access"], what: string): void {
  if (access.isNarrowed)
    throw new PlatformError(
      "PERMISSION_DENIED",
      `Permission denied: a narrowed token cannot change ${what}; use a token that is not narrowed`,
    );
}

/**
 * Refuses callers who lack any capability, at the group where it is granted, of one of the identities of an organization or
 * of those that their tokens may assume in turn. Throws PERMISSION_DENIED.
 */
export async function requireAllOf(
  { db, access, authUrl }: Pick<Checking, "db" | "access" | "authUrl">,
  uids: readonly string[],
) {
  // An owner lacks nothing, whatever the identities are: nobody keeps one from this by making many.
  if (uids.length === 0 || access.has(capabilities, rootOf(uids[0]!))) return;
  for await (const batch of reachedFrom(db, uids, authUrl)) {
    const bindings = await resources.having(db, "RoleBinding", "identity", batch);
    const roles = await resources.getMany(
      db,
      "Role",
      bindings.map(({ fields }) => String(fields.roleUid)),
    );
    for (const { parent, fields } of bindings)
      access.require(capabilitiesOf(roles.get(String(fields.roleUid))?.fields.capabilities), parent!);
  }
}

/**
 * Identities and those of their organization that may be assumed with their tokens, directly or through others: they name
 * the platform as issuer and the uid as subject. Patterns cannot accept the platform's own tokens. In batches.
 */
async function* reachedFrom(db: Checking["db"], uids: readonly string[], authUrl: string) {
  const reached = [...new Set(uids)];
  const known = new Set(reached);
  const most = reached.length + MAX_REACHED;
  for (let start = 0; start < reached.length; ) {
    const batch = reached.slice(start, start + BATCH);
    start += batch.length;
    yield batch;
    const claims = batch.map((subject) => identities.claimTerm({ issuer: authUrl, subject }));
    const within = { below: rootOf(batch[0]!), limit: most + 1 };
    for (const next of await searchIndex.find(db, "Identity", identities.CLAIM_FIELD, claims, within))
      if (!known.has(next)) {
        known.add(next);
        reached.push(next);
      }
    if (reached.length > most)
      throw new PlatformError(
        "PERMISSION_DENIED",
        `Permission denied: tokens of the identity can assume more than ${MAX_REACHED} other identities, directly or through ` +
          "others; have an owner of the organization make the change, or delete those identities first",
      );
  }
}
