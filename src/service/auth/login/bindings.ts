import { type JsonObject, type ResourceDefinition, registry } from "../../../model";
import { checkedInputs } from "../../core/operations/inputs";
import { draft, insert } from "../../core/operations/resource-writes";
import type { Transaction } from "../../store";

interface Grant {
  readonly identityUid: string;
  readonly roleUid: string;
}

/**
 * Grants a role in a group, with the person as the actor; `kept` contains internal fields of the binding. Throws
 * ALREADY_EXISTS.
 */
export async function grantRole(
  tx: Transaction,
  group: string,
  grant: Grant,
  now: string,
  kept: JsonObject = {},
): Promise<string> {
  const inputs = checkedInputs(roleBindings, { ...grant }, now);
  const binding = draft(roleBindings, group, { ...inputs, ...kept }, now);
  await insert({ tx, now, by: { identityUid: grant.identityUid } }, roleBindings, binding);
  return binding.uid;
}

const roleBindings: ResourceDefinition = registry.roleBindings;
