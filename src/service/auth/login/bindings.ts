import { type JsonObject, type ResourceDefinition, registry } from "../../../model";
import { hasExpired } from "../../core/access";
import { checkedInputs } from "../../core/operations/inputs";
import { draft, insert, replace, uidWithSameValues } from "../../core/operations/resource-writes";
import { resources, type StoredResource, type Transaction } from "../../store";

interface Grant {
  readonly identityUid: string;
  readonly roleUid: string;
}

/**
 * Grants a role in a group permanently, with the person as the actor; `kept` contains internal fields of the binding.
 * Makes a temporary role binding permanent, and keeps a permanent one.
 */
export async function grantRole(
  tx: Transaction,
  group: string,
  grant: Grant,
  now: string,
  kept: JsonObject = {},
): Promise<string> {
  const inputs = checkedInputs(roleBindings, { ...grant }, now);
  const writing = { tx, now, by: { identityUid: grant.identityUid } };
  const fields = { ...inputs, ...kept };
  const uid = await uidWithSameValues(tx, roleBindings, { parent: group, fields });
  const found = uid === undefined ? undefined : await resources.get(tx, roleBindings.name, uid);
  if (found && isPermanent(found)) return found.uid;
  if (found && !hasExpired(found, now)) {
    // The uid is kept, because a configuration may manage the role binding.
    const { expirationTime: _, ...permanent } = found.fields;
    const next = { ...found, updateTime: now, fields: { ...permanent, ...kept } };
    await replace(writing, roleBindings, next, ["expirationTime"]);
    return found.uid;
  }
  const binding = draft(roleBindings, group, fields, now);
  await insert(writing, roleBindings, binding);
  return binding.uid;
}

/** Returns whether a role binding grants access without an end. */
export const isPermanent = ({ fields }: Pick<StoredResource, "fields">): boolean => !fields.expirationTime;

const roleBindings: ResourceDefinition = registry.roleBindings;
