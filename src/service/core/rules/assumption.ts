import { PlatformError, rootOf, sameValue } from "../../../api";
import { capabilities, type JsonObject, registry, relationshipTypes } from "../../../model";
import type { StoredResource } from "../../store";
import { generationOf } from "../access";
import type { CheckContext } from "./rules";

/** Rules for changes of who may assume an identity: what they require of the caller, and what they revoke. */

const { fields } = registry.identities;

/** Returns whether a change affects which tokens may assume an identity. */
const changesAssumption = (before: StoredResource, after: StoredResource): boolean =>
  Object.values(relationshipTypes).some((name) => !sameValue(fields[name], before.fields[name], after.fields[name]));

const isDisabled = ({ fields }: StoredResource): boolean => fields.disabled === true;

/** Returns whether a change ends people's links to an identity, because they authenticated the previous way. */
export const unlinksPeople = changesAssumption;

/** Returns whether a change ends the tokens of an identity. */
export const revokesTokens = (before: StoredResource, after: StoredResource): boolean =>
  changesAssumption(before, after) || (isDisabled(after) && !isDisabled(before));

/** Returns the next token generation of an identity or identity provider, which ends the tokens issued so far. */
export const nextGeneration = ({ fields }: StoredResource): JsonObject => ({
  tokenGeneration: generationOf(fields) + 1,
});

/**
 * Throws PERMISSION_DENIED if a change affects who may assume an identity, and the caller lacks a capability that the
 * identity, or any identity that its tokens may assume, has, at the group where it is granted: the caller could act as
 * each of them.
 */
export async function requirePermissionsOfAssumable(
  checking: Pick<CheckContext, "db" | "now" | "access" | "assumablePermissions">,
  before: StoredResource,
  after: StoredResource,
) {
  const isEnabled = isDisabled(before) && !isDisabled(after);
  if (!isEnabled && !changesAssumption(before, after)) return;
  rejectRestricted(checking.access, "who may assume an identity");
  await requireCapabilitiesOf(checking, [before.uid]);
}

/** Throws PERMISSION_DENIED for restricted tokens; `what` names what they cannot change. */
export function rejectRestricted(access: CheckContext["access"], what: string): void {
  if (access.isRestricted)
    throw new PlatformError(
      "PERMISSION_DENIED",
      `Permission denied: a restricted token cannot change ${what}; use an unrestricted token`,
    );
}

/**
 * Throws PERMISSION_DENIED if the caller lacks a capability that one of the identities of an organization, or any
 * identity that their tokens may assume, has, at the group where it is granted.
 */
export async function requireCapabilitiesOf(
  { db, now, access, assumablePermissions }: Pick<CheckContext, "db" | "now" | "access" | "assumablePermissions">,
  uids: readonly string[],
) {
  // An owner has all capabilities, so creating many identities cannot prevent owners from changing them.
  const [first] = uids;
  if (first === undefined || access.has(capabilities, rootOf(first))) return;
  for (const { capabilities: needed, groups } of await assumablePermissions.requirements(db, uids, now))
    for (const group of groups) access.require(needed, group);
}
