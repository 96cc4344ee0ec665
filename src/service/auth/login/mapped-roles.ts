import { PlatformError } from "../../../api";
import { remove } from "../../core/operations/resource-writes";
import { bindingKey, grantKey, MANAGED_BY } from "../../core/rules/managed-bindings";
import { requireOwner } from "../../core/rules/owners";
import { resources, type StoredResource, type Transaction } from "../../store";
import { grantRole, isPermanent } from "./bindings";
import type { Provider } from "./providers";

/** The identity that logged in, with its groups at the identity provider. */
interface Member {
  readonly identityUid: string;
  readonly groups: readonly string[];
}

/**
 * Grants the roles that the provider maps the person's groups to, and removes those that it granted before and no
 * longer maps. Keeps manually created bindings, and those of the last owner. A temporary binding of a mapped role becomes
 * permanent, because the mappings decide how long it is granted.
 */
export async function applyRoleMappings(
  tx: Transaction,
  provider: Provider,
  { identityUid, groups }: Member,
  now: string,
): Promise<void> {
  const mapped = provider.roleMappings.filter(({ claimValue }) => groups.includes(claimValue));
  const wanted = new Map(mapped.map((mapping) => [grantKey(mapping), mapping]));
  const bindings = await resources.findBy(tx, "RoleBinding", "identity", [identityUid]);
  for (const binding of bindings)
    if (binding.fields[MANAGED_BY] === provider.uid && !wanted.has(bindingKey(binding)))
      await removeBinding(tx, binding, identityUid, now);
  const bound = new Set(bindings.filter(isPermanent).map(bindingKey));
  for (const [key, { groupUid, roleUid }] of wanted)
    if (!bound.has(key) && (await resources.get(tx, "Group", groupUid)))
      await grantRole(tx, groupUid, { identityUid, roleUid }, now, { [MANAGED_BY]: provider.uid });
}

async function removeBinding(
  tx: Transaction,
  binding: StoredResource,
  identityUid: string,
  now: string,
): Promise<void> {
  try {
    await requireOwner(tx, [binding], now);
  } catch (error) {
    if (error instanceof PlatformError && error.code === "FAILED_PRECONDITION") return;
    throw error;
  }
  await remove({ tx, now, by: { identityUid } }, binding);
}
