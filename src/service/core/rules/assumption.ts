import { PlatformError, rootOf, sameValue } from "../../../api";
import { capabilities, type JsonObject, registry, relationshipTypes } from "../../../model";
import { identities, resources, type StoredResource, searchIndex } from "../../store";
import { capabilitiesOf, generationOf } from "../access";
import type { Checking } from "./rules";

/** Rules for changes of who may assume an identity: what they require of the caller, and what they revoke. */

const { fields } = registry.identities;

/** Returns whether a change affects which tokens may assume an identity. */
const isAssumedOtherwise = (before: StoredResource, after: StoredResource): boolean =>
  Object.values(relationshipTypes).some((name) => !sameValue(fields[name], before.fields[name], after.fields[name]));

const isDisabled = ({ fields }: StoredResource): boolean => fields.disabled === true;

/** Returns whether a change ends people's links to an identity, because they authenticated the previous way. */
export const endsLinks = isAssumedOtherwise;

/** Returns whether a change ends the tokens of an identity. */
export const endsTokens = (before: StoredResource, after: StoredResource): boolean =>
  isAssumedOtherwise(before, after) || (isDisabled(after) && !isDisabled(before));

/** Returns the next token generation of an identity or identity provider, which ends the tokens issued so far. */
export const nextGeneration = ({ fields }: StoredResource): JsonObject => ({
  tokenGeneration: generationOf(fields) + 1,
});

/**
 * The maximum number of identities that the tokens of an identity may assume, directly or through others, for callers
 * other than owners to change it.
 */
const MAX_REACHED = 10_000;
/** The number of identities per query. */
const BATCH = 100;

/**
 * Throws PERMISSION_DENIED if a change affects who may assume an identity, and the caller lacks a capability that the
 * identity, or any identity that its tokens may assume, has, at the group where it is granted: the caller could act as
 * each of them.
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
 * Throws PERMISSION_DENIED if the caller lacks a capability that one of the identities of an organization, or any
 * identity that their tokens may assume, has, at the group where it is granted.
 */
export async function requireAllOf(
  { db, access, authUrl }: Pick<Checking, "db" | "access" | "authUrl">,
  uids: readonly string[],
) {
  // An owner has all capabilities, so creating many identities cannot prevent owners from changing them.
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
 * Returns, in batches, the identities and those of their organization that their tokens may assume, directly or through
 * others: these have the platform as issuer and the uid as subject. Patterns cannot match the platform's own tokens.
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
