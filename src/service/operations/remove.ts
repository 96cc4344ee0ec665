import type { ResourceDefinition } from "../../model";
import { type Caller, loadAccess } from "../access";
import { type Context, rulesOf } from "../rules";
import { resources } from "../store";
import { findVisible } from "./read";
import { type Settings, timeOf } from "./types";

export function remove(
  { store, clock }: Settings,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
): Promise<void> {
  return store.transaction(async (tx) => {
    const context: Context = { tx, access: await loadAccess(tx, caller), now: timeOf(clock) };
    const { fixed, beforeDelete } = rulesOf(definition.name);
    const found = await findVisible(tx, context.access, definition, uid);
    const refusal = fixed?.(found);
    if (refusal) throw refusal;
    context.access.demand(definition.capabilities.delete ?? [], uid);
    await beforeDelete?.(context, found);
    await resources.remove(tx, found);
  });
}
