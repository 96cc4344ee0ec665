import { PlatformError, sameValue } from "../../api";
import { type JsonObject, registry, relationshipTypes } from "../../model";
import { capabilitiesOf } from "../access";
import { resources, type StoredResource } from "../store";
import { generationOf } from "../tokens";
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

/** The token generation of an identity that the tokens issued so far do not have. */
export const nextGeneration = ({ fields }: StoredResource): JsonObject => ({
  tokenGeneration: generationOf(fields as { readonly tokenGeneration?: number }) + 1,
});

/**
 * Refuses a change of who may assume an identity to callers who lack any capability that the identity has, at the group
 * where it has it: they could act as the identity. Throws PERMISSION_DENIED.
 */
export async function checkCeiling(
  { db, access }: Pick<Checking, "db" | "access">,
  before: StoredResource,
  after: StoredResource,
) {
  const isEnabled = isDisabled(before) && !isDisabled(after);
  if (!isEnabled && !isAssumedOtherwise(before, after)) return;
  if (access.isNarrowed)
    throw new PlatformError(
      "PERMISSION_DENIED",
      "Permission denied: a narrowed token cannot change who may assume an identity; use a token that is not narrowed",
    );
  const bindings = await resources.having(db, "RoleBinding", "identity", [before.uid]);
  const roles = await resources.getMany(
    db,
    "Role",
    bindings.map(({ fields }) => String(fields.roleUid)),
  );
  for (const { parent, fields } of bindings)
    access.demand(capabilitiesOf(roles.get(String(fields.roleUid))?.fields.capabilities), parent!);
}
