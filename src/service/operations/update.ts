import { applyMask, changedFields, droppedBy, invalidArgument, parseMask, rootOf } from "../../api";
import type { JsonObject, ResourceDefinition } from "../../model";
import type { Caller } from "../access";
import { type Context, rulesOf } from "../rules";
import { checkedInputs, checkImmutable, checkOutputs, isKeptAlike, readInputs, withOutputs } from "./inputs";
import { present } from "./present";
import { findVisible } from "./read";
import { replace } from "./records";
import type { Settings, UpdateOptions } from "./types";
import { write } from "./write";

export function update(
  settings: Settings,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
  body: JsonObject,
  mask: readonly string[],
  options?: UpdateOptions,
): Promise<JsonObject> {
  return write(settings, caller, { root: rootOf(uid) }, (context) =>
    updateIn(context, definition, uid, body, mask, options),
  );
}

/** Updates a resource in a transaction that has begun. */
export async function updateIn(
  context: Context,
  definition: ResourceDefinition,
  uid: string,
  body: JsonObject,
  mask: readonly string[],
  { asSpelt = false, along }: UpdateOptions = {},
): Promise<JsonObject> {
  const { tx } = context;
  const { fixed, revise, beforeUpdate } = rulesOf(definition.name);
  const before = await findVisible(tx, context.access, definition, uid);
  const refusal = fixed?.(before);
  if (refusal) throw refusal;
  context.access.demand(definition.capabilities.update ?? [], uid);

  const { value, dropped } = masked(definition, before.fields, body, mask);
  const inputs = checkedInputs(definition, value, context.now, dropped);
  checkImmutable(definition.fields, before.fields, inputs);
  const changed = changedFields(definition, before.fields, inputs);
  await along?.write(context, uid);
  if (changed.length === 0 && !(asSpelt && !isKeptAlike(definition, before.fields, inputs)))
    return present(tx, context.access, definition, before);

  const fields = withOutputs(definition.fields, before.fields, inputs);
  const next = { ...before, updateTime: context.now, fields };
  const after = { ...next, fields: { ...fields, ...revise?.(before, next) } };
  await beforeUpdate?.(context, before, after);
  await replace(context, definition, after, changed);
  return present(tx, context.access, definition, after);
}

/** What a PATCH leads to, and what it drops. Without a mask the body's own names are the mask. */
export function masked(definition: ResourceDefinition, current: JsonObject, body: JsonObject, mask: readonly string[]) {
  const parsed = parseMask(definition, mask);
  if ("violations" in parsed) throw invalidArgument(parsed.violations);
  const { value, named } = readInputs(definition, body);
  const paths = parsed.paths.length > 0 ? parsed.paths : named.map((name) => [name]);
  checkOutputs(definition, current, value, paths);
  const next = applyMask(definition, current, value, paths);
  return { value: next, dropped: droppedBy(definition, current, next, value, paths) };
}
