import { definitionNamed, type ResourceDefinition } from "../../model";
import { type Caller, loadAccess } from "../access";
import { type Context, rulesOf } from "../rules";
import { once } from "./idempotency";
import { checkedInputs, readInputs } from "./inputs";
import { present } from "./present";
import { findVisible } from "./read";
import { draft, insert } from "./records";
import { type JsonObject, type Settings, timeOf } from "./types";

export function create(
  { store, clock }: Settings,
  definition: ResourceDefinition,
  caller: Caller,
  parentUid: string,
  body: JsonObject,
  idempotencyKey?: string,
): Promise<JsonObject> {
  return store.transaction(async (tx) => {
    const context: Context = { tx, access: await loadAccess(tx, caller), now: timeOf(clock) };
    await findVisible(tx, context.access, definitionNamed(definition.parent.type)!, parentUid);
    context.access.demand(definition.capabilities.create ?? [], parentUid);
    // Checked first: what is compared with an earlier request is then of a known shape, however it was written.
    const inputs = checkedInputs(definition, readInputs(definition, body).value, context.now);
    return once(tx, { caller, key: idempotencyKey, request: [definition.name, parentUid, inputs], clock }, () =>
      createIn(context, definition, parentUid, inputs),
    );
  });
}

/** Creates a resource with inputs that were checked, below a parent that the caller may create it in. */
async function createIn(
  context: Context,
  definition: ResourceDefinition,
  parentUid: string,
  inputs: JsonObject,
): Promise<JsonObject> {
  const resource = draft(definition, parentUid, inputs, context.now);
  await rulesOf(definition.name).beforeCreate?.(context, resource);
  await insert(context.tx, definition, resource);
  return present(context.tx, definition, resource);
}
