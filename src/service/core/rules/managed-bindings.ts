import { type Database, resources, type StoredResource } from "../../store";

/**
 * Role bindings that an identity provider's role mappings made. They carry the provider's uid beside what they say, which
 * no request sets or sees: what somebody bound by hand is never taken for one of them.
 */

/** What such a binding is marked with, and found by. */
export const MANAGED_BY = "managedBy";

/** A role that the members of a group of the identity provider are granted. */
export interface RoleMapping {
  readonly claimValue: string;
  readonly roleUid: string;
  readonly groupUid: string;
}

/** The role mappings of an identity provider, each with its group. */
export function roleMappingsOf({ parent, fields }: Pick<StoredResource, "parent" | "fields">): RoleMapping[] {
  const { roleMappings = [] } = (fields.oidc ?? {}) as { readonly roleMappings?: readonly Partial<RoleMapping>[] };
  return roleMappings.map(({ claimValue = "", roleUid = "", groupUid }) => ({
    claimValue,
    roleUid,
    groupUid: groupUid || parent!,
  }));
}

/** A grant as one text, by which grants are compared. */
export const grantKey = ({ groupUid, roleUid }: Pick<RoleMapping, "groupUid" | "roleUid">): string =>
  `${groupUid} ${roleUid}`;

export const keyOfBinding = ({ parent, fields }: StoredResource): string =>
  grantKey({ groupUid: parent!, roleUid: String(fields.roleUid) });

/** The bindings that a provider's mappings made and none of these makes any more. */
export async function unmapped(
  tx: Database,
  provider: string,
  mappings: readonly RoleMapping[],
): Promise<StoredResource[]> {
  const mapped = new Set(mappings.map(grantKey));
  const made = await resources.having(tx, "RoleBinding", MANAGED_BY, [provider]);
  return made.filter((binding) => !mapped.has(keyOfBinding(binding)));
}
