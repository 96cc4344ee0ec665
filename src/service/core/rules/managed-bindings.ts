import { objectOrEmpty } from "../../../model";
import { resources, type StoredResource, type Transaction } from "../../store";
import { groupOf } from "../access";

/**
 * Role bindings that an identity provider's role mappings created. They contain the provider's uid in a field that
 * requests can neither set nor see, so that manually created bindings are never mistaken for them.
 */

/** The field and search index field with the provider's uid. */
export const MANAGED_BY = "managedBy";

/** A role granted to members of a group of the identity provider. */
export interface RoleMapping {
  readonly claimValue: string;
  readonly roleUid: string;
  readonly groupUid: string;
}

/** Returns the role mappings of an identity provider, each with its group. */
export function roleMappingsOf(provider: Pick<StoredResource, "uid" | "parent" | "fields">): RoleMapping[] {
  // Validated inputs.
  const { roleMappings = [] } = objectOrEmpty(provider.fields.oidc) as {
    readonly roleMappings?: readonly Partial<RoleMapping>[];
  };
  return roleMappings.map(({ claimValue = "", roleUid = "", groupUid }) => ({
    claimValue,
    roleUid,
    groupUid: groupUid || groupOf(provider),
  }));
}

/** Returns a key by which grants are compared. */
export const grantKey = ({ groupUid, roleUid }: Pick<RoleMapping, "groupUid" | "roleUid">): string =>
  `${groupUid} ${roleUid}`;

export const bindingKey = (binding: StoredResource): string =>
  grantKey({ groupUid: groupOf(binding), roleUid: String(binding.fields.roleUid) });

/** Returns the bindings that a provider's mappings created and `mappings` no longer contain. */
export async function unmapped(
  tx: Transaction,
  provider: string,
  mappings: readonly RoleMapping[],
): Promise<StoredResource[]> {
  const mapped = new Set(mappings.map(grantKey));
  const created = await resources.findBy(tx, "RoleBinding", MANAGED_BY, [provider]);
  return created.filter((binding) => !mapped.has(bindingKey(binding)));
}
